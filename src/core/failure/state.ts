import type { NextCommand } from '../failure-class.ts';
import type { Instant, Uuid } from '../names.ts';
import type { Unregistered, UnregisteredDisk } from '../state/unregistered.ts';

/** Trouble with the document, the fence and operations. */
export interface StateFailures {
  state_stale: { readonly version: number };
  state_not_durable: { readonly folder: string; readonly problem: string };
  state_damaged: { readonly file: string; readonly problem: string; readonly lastGood: string | null };
  state_newer_schema: { readonly file: string; readonly writtenBy: string };
  fenced: { readonly epoch: number };
  deployment_busy: {
    readonly command: string;
    readonly pid: number;
    readonly since: Instant;
    readonly waitedMs: number;
  };
  owner_unverifiable: { readonly command: string; readonly pid: number; readonly since: Instant };
  operation_interrupted: {
    readonly operationId: string;
    readonly command: string;
    readonly evidence: readonly string[];
    readonly next: readonly NextCommand[];
  };
  /** Steps of an interrupted operation that evidence cannot judge; `manual` when only a person can. */
  recovery_undecided: {
    readonly operationId: string;
    readonly command: string;
    readonly evidence: readonly string[];
    readonly manual: boolean;
  };
  /** Folders of nodes that Paddock made and no record names: the state was lost or is another one. */
  unregistered_nodes: {
    readonly found: readonly Unregistered[];
    /** The deployment that the record is of, where that is another one than what stands here. */
    readonly recordOf: Uuid | null;
  };
  /** Kept disks of nodes that are to be made, which no record names. */
  unregistered_disks: { readonly found: readonly UnregisteredDisk[] };
  /** What stands on disk cannot be taken into one record. */
  adoption_conflict: { readonly problems: readonly string[] };
  /** No operation on file has this UUID or beginning, or more than one has. */
  operation_unknown: { readonly id: string; readonly matching: readonly string[] };
  /** An effect succeeded and its step could not be recorded as complete. */
  outcome_unrecorded: { readonly step: string };
}
