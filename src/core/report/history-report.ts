import type { Instant, NodeName, Uuid } from '../names.ts';
import type { FailedCommand, StepState } from '../state/part.ts';
import type { OperationStatus } from '../state/operation.ts';

/** The JSON of `history`: what is on file, newest first. */
export interface HistoryReport {
  readonly note: string | null;
  readonly operations: readonly PastOperation[];
  /** Files that do not read, with what is wrong with them. */
  readonly damaged: readonly { readonly file: string; readonly problem: string }[];
}

export interface PastOperation {
  readonly id: Uuid;
  readonly command: string;
  readonly status: OperationStatus;
  readonly startedAt: Instant;
  /** Null while it is open. */
  readonly endedAt: Instant | null;
  readonly durationMs: number | null;
  readonly nodes: readonly NodeName[];
  readonly steps: { readonly complete: number; readonly all: number };
}

/** The JSON of `history show ID`. */
export interface OperationHistory extends Omit<PastOperation, 'steps'> {
  readonly manifest: { readonly path: string; readonly sha256: string } | null;
  readonly planHash: string | null;
  /** Our own resolved fields, as a manifest; null when the command read none or they are gone. */
  readonly inputs: string | null;
  readonly steps: readonly PastStep[];
  /** The first program that failed, with its last words. */
  readonly failedCommand: FailedCommand | null;
  /** The words after `paddock` that do the same from the same inputs; null for what cannot be done twice. */
  readonly again: readonly string[] | null;
}

export interface PastStep {
  readonly id: string;
  readonly node: NodeName | null;
  readonly kind: string;
  readonly disk: string | null;
  readonly state: StepState;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly durationMs: number | null;
  readonly error: { readonly reason: string; readonly message: string } | null;
}
