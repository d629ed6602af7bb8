import type { Instant, NodeName, Uuid } from '../names.ts';
import type { Action } from '../plan/action.ts';
import type { MutatingCommand } from '../plan/grant.ts';
import type { StepError, StepState } from './part.ts';

/** One mutating command. Recorded before its first mutation. */
export interface Operation {
  readonly id: Uuid;
  readonly command: MutatingCommand;
  /** Nodes it works on, in the order of its steps. */
  readonly scope: readonly NodeName[];
  readonly startedAt: Instant;
  /** How it was asked for; absent where it does not matter, and in files from before this was kept. */
  readonly asked?: Asked;
  /** The manifest as it was read; null when none was. */
  readonly manifest: { readonly path: string; readonly sha256: string } | null;
  /** Hash of the plan that was authorised, when there was a plan. */
  readonly planHash: string | null;
  readonly status: OperationStatus;
  readonly endedAt: Instant | null;
  readonly steps: readonly StepRecord[];
}

/** What was typed beside the names of nodes and the manifest, so that the same can be typed again. */
export interface Asked {
  /** No names were given. */
  readonly whole: boolean;
  readonly options: readonly AskedOption[];
}

/** Options that say what a command does. A confirmation and a reviewed hash hold for one run and are none. */
export type AskedOption = '--force' | '--restart' | '--rollback' | '--no-wait' | '--delete-persistent';

export type OperationStatus = 'open' | 'complete' | 'error' | 'partial' | 'cancelled' | 'lost' | 'superseded';

export interface StepRecord {
  /** `<node>/<action kind>` with `/<disk>` for a disk; unique in the operation. */
  readonly id: string;
  readonly action: Action;
  readonly state: StepState;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly error: StepError | null;
}
