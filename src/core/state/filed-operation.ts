import type { Operation } from './operation.ts';

/** An operation and what lies beside it in its folder. */
export interface FiledOperation {
  readonly operation: Operation;
  /** Absolute path of the inputs that were kept for it; null when there are none. */
  readonly inputs: string | null;
}
