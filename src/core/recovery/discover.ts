import type { StateDocument } from '../state/document.ts';
import type { Operation, StepRecord } from '../state/operation.ts';

export interface Interrupted {
  readonly operation: Operation;
  /** Steps without an end. */
  readonly open: readonly StepRecord[];
}

/** The operation that is open and the steps in it that have no end; null when none is. Looks at nothing but the record. */
export function discover(document: StateDocument | null): Interrupted | null {
  const operation = document?.operation ?? null;
  if (operation === null) return null;
  return { operation, open: operation.steps.filter((step) => step.state === 'claimed' || step.state === 'running') };
}
