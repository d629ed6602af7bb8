import type { Instant } from '../names.ts';
import type { StateDocument } from './document.ts';
import type { Operation, OperationStatus } from './operation.ts';

/** How an operation ended, from its steps: work that never started is neither done nor failed. */
export function operationResult(operation: Operation, run: { readonly cancelled: boolean }): OperationStatus {
  if (run.cancelled) return 'cancelled';
  const failed = new Set(operation.steps.filter((step) => step.state !== 'complete').map((step) => step.action.node));
  if (failed.size === 0) return 'complete';
  return operation.scope.some((node) => !failed.has(node)) ? 'partial' : 'error';
}

/** The document without an open operation, and the operation as it goes on file. */
export function closeOperation(
  document: StateDocument,
  end: { readonly status: OperationStatus; readonly at: Instant },
): { readonly document: StateDocument; readonly closed: Operation | null } {
  if (document.operation === null) return { document, closed: null };
  const closed: Operation = { ...document.operation, status: end.status, endedAt: end.at };
  return { document: { ...document, operation: null }, closed };
}
