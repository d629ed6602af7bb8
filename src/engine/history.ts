import { failure } from '../core/failure.ts';
import type { HistoryReport, OperationHistory } from '../core/report/history-report.ts';
import { operationHistory } from '../core/report/operation-history.ts';
import { pastOperation } from '../core/report/past-operation.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { FiledOperation } from '../core/state/filed-operation.ts';
import type { StateStore } from '../ports/state-store.ts';
import { readDocument } from './read-document.ts';

type Looking = { readonly store: StateStore };

interface Found {
  readonly note: string | null;
  readonly filed: readonly FiledOperation[];
  readonly damaged: HistoryReport['damaged'];
}

/** What was done here, newest first, with the operation that is open. Takes no lock. */
export async function history(ports: Looking): Promise<Result<HistoryReport>> {
  const found = await findOperations(ports);
  if (!found.ok) return found;
  const { note, filed, damaged } = found.value;
  return ok({ note, operations: filed.map(({ operation }) => pastOperation(operation)), damaged });
}

/** One operation in full; its UUID may be shortened to a beginning that no other has. */
export async function historyOf(ports: Looking, id: string): Promise<Result<OperationHistory>> {
  const found = await findOperations(ports);
  if (!found.ok) return found;
  const matching = found.value.filed.filter(({ operation }) => operation.id.startsWith(id.toLowerCase()));
  const [only] = matching;
  if (only !== undefined && matching.length === 1) return ok(operationHistory(only));
  return fail(failure('operation_unknown', { id, matching: matching.map(({ operation }) => operation.id) }));
}

/** Every operation on file, newest first, and before them the one that is open. Takes no lock. */
export async function findOperations({ store }: Looking): Promise<Result<Found>> {
  const onFile = await store.operations();
  if (!onFile.ok) return onFile;
  const { operations: closed, damaged } = onFile.value;
  const read = await readDocument({ store });
  // Operations on file are worth showing however the document is.
  if (!read.ok) return ok({ note: null, filed: closed, damaged });
  const open = read.value.document?.operation ?? null;
  // An operation goes on file just before it is closed in the document: then the file knows more.
  const isNew = open !== null && !closed.some(({ operation }) => operation.id === open.id);
  const first = isNew ? [{ operation: open, inputs: await store.keptInputs(open) }] : [];
  return ok({ note: read.value.note, filed: [...first, ...closed], damaged });
}
