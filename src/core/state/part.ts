import type { Uuid } from '../names.ts';

/** What a node is made of. A part follows the step that works on it and keeps its last state afterwards. */
export interface Part {
  readonly kind: PartKind;
  /** DiskSpec.id for a data disk, else null. */
  readonly disk: string | null;
  readonly diskUuid: Uuid | null;
  readonly state: PartState;
  /** File below the home, or null for a part that is no file. */
  readonly file: string | null;
  /** Facts that the last effect reported, such as `virtualSizeBytes`; kept after a failure. */
  readonly outputs: { readonly [name: string]: string | number | boolean | null };
  readonly error: StepError | null;
}

export type PartKind =
  | 'node_record'
  | 'host_key'
  | 'root_disk'
  | 'data_disk'
  | 'seed'
  | 'firmware_vars'
  | 'shares'
  | 'vm'
  | 'guest';

/** States of a step, see design: `running` is the start barrier. */
export type StepState = 'pending' | 'claimed' | 'running' | 'complete' | 'error' | 'lost';

export type PartState = StepState | 'retained' | 'destroyed';

/** Why a step ended in `error`. */
export interface StepError {
  readonly reason: string;
  readonly message: string;
  /** The program that failed, when there was one. */
  readonly command: FailedCommand | null;
}

/** A program that failed, with the end of what it said. */
export interface FailedCommand {
  readonly name: string;
  readonly argv: readonly string[];
  readonly exitStatus: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** Last lines of stderr, at most 20 lines and 4 KiB. */
  readonly stderr: string;
}
