import { join } from 'node:path';
import { compareText } from '../core/compare-text.ts';
import { ok, type Result } from '../core/result.ts';
import type { FiledOperation } from '../core/state/filed-operation.ts';
import { decodeOperation } from '../core/state/operation-file.ts';
import type { OperationsOnFile } from '../ports/state-store.ts';
import { fileKind } from './file-kind.ts';
import { folderNames } from './folder-names.ts';
import { byOrder, readOrder } from './operation-order.ts';
import { readPrivate } from './read-private.ts';

/** An operation on 200 nodes with every step failed stays below it. */
const maxOperationBytes = 16 * 1024 * 1024;

/**
 * The closed operations below `operations/`, newest first: as they went on file, and those of which nothing says so by the
 * time they were started at. Only folders that a UUID names are looked into.
 */
export async function readOperations(folder: string): Promise<Result<OperationsOnFile>> {
  const names = await operationNames(folder);
  if (!names.ok) return names;
  const read: FiledOperation[] = [];
  const damaged: { readonly file: string; readonly problem: string }[] = [];
  for (const id of names.value) {
    const file = join(folder, id, 'operation.json');
    const text = await readPrivate(file, { maxBytes: maxOperationBytes });
    // An open operation has no such file yet.
    if (text.ok && text.value === null) continue;
    const decoded = text.ok ? decodeOperation(text.value ?? '') : { problem: 'cannot be read' };
    if ('problem' in decoded) damaged.push({ file, problem: decoded.problem });
    else read.push({ operation: decoded, inputs: await keptInputsOf(folder, id) });
  }
  const older = byOrder(await readOrder(folder));
  const newestFirst = (a: FiledOperation, b: FiledOperation): number =>
    older(b.operation.id, a.operation.id) || compareText(b.operation.startedAt, a.operation.startedAt);
  return ok({ operations: read.sort(newestFirst), damaged });
}

/** Absolute path of the inputs that were kept for an operation, or null. */
export async function keptInputsOf(folder: string, id: string): Promise<string | null> {
  const file = join(folder, id, 'manifest.yml');
  return (await fileKind(file).catch(() => 'absent')) === 'file' ? file : null;
}

/** The text of the inputs that were kept for an operation; null when there is none that can be read. */
export async function readInputs(folder: string, id: string): Promise<string | null> {
  const text = await readPrivate(join(folder, id, 'manifest.yml'), { maxBytes: maxOperationBytes });
  return text.ok ? text.value : null;
}

async function operationNames(folder: string): Promise<Result<readonly string[]>> {
  const names = await folderNames(folder);
  return names.ok ? ok(names.value.filter((name) => /^[0-9a-f-]{36}$/u.test(name))) : names;
}
