import type { Instant } from '../names.ts';
import type { StateDocument } from './document.ts';
import type { Operation, OperationStatus } from './operation.ts';
import { recordEvent } from './record-event.ts';

/** How an operation ended, from its steps: work that never started is neither done nor failed. */
export function operationResult(operation: Operation, run: { readonly cancelled: boolean }): OperationStatus {
  const unfinished = new Set(
    operation.steps.filter((step) => step.state !== 'complete').map((step) => step.action.node),
  );
  if (unfinished.size === 0) return 'complete';
  if (run.cancelled) return 'cancelled';
  return operation.scope.some((node) => !unfinished.has(node)) ? 'partial' : 'error';
}

/** The document without an open operation, and the event of its end; the operation itself goes on file. */
export function closeOperation(
  document: StateDocument,
  end: { readonly status: OperationStatus; readonly at: Instant },
): StateDocument {
  const { operation } = document;
  if (operation === null) return document;
  const { status, at } = end;
  const closed = { ...document, operation: null };
  return recordEvent(closed, {
    key: `${operation.id}/operation.${status}`,
    at,
    kind: `operation.${status}`,
    node: null,
    operationId: operation.id,
    text: `${operation.command} ended: ${status}`,
  });
}
