import type { StateDocument } from './document.ts';
import type { Operation, OperationStatus } from './operation.ts';

/** How an operation ended, from its steps: work that never started is neither done nor failed. */
export function operationResult(operation: Operation, run: { readonly cancelled: boolean }): OperationStatus {
  const unfinished = new Set(
    operation.steps.filter((step) => step.state !== 'complete').map((step) => step.action.node),
  );
  if (unfinished.size === 0) return 'complete';
  if (run.cancelled) return 'cancelled';
  return operation.scope.some((node) => !unfinished.has(node)) ? 'partial' : 'error';
}

/** The document without an open operation; the operation itself goes on file. */
export function closeOperation(document: StateDocument): StateDocument {
  return { ...document, operation: null };
}
