import { findLife } from '../state/find-life.ts';
import type { StateDocument } from '../state/document.ts';
import type { Operation, StepRecord } from '../state/operation.ts';
import type { Intent } from './judge-step.ts';

/** What the record says that somebody wants to come of the node of this step. */
export function intentOf(document: StateDocument, operation: Operation, step: StepRecord): Intent {
  const record = findLife(document, step.action);
  const { command } = operation;
  if (record?.life === 'destroying' || command === 'destroy' || command === 'purge') return 'destroy';
  return command === 'stop' ? 'stop' : 'none';
}
