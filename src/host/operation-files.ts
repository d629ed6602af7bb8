import stringify from 'fast-json-stable-stringify';
import { rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, fail, type Result } from '../core/result.ts';
import type { Operation } from '../core/state/operation.ts';
import { fileFailure } from './file-failure.ts';
import { makeFolder } from './make-folder.ts';
import { syncFolder } from './sync-folder.ts';
import { writePrivate } from './write-private.ts';

/** Files of one operation's folder. */
export const operationFileNames = ['operation.json', 'manifest.yml'] as const;

export type OperationFileName = (typeof operationFileNames)[number];

interface OperationFile {
  readonly operation: Operation;
  readonly name: OperationFileName;
  readonly text: string;
}

/** Writes one file of an operation's folder, durably and private; a later write of the same file replaces it whole. */
export async function writeOperationFile(operations: string, file: OperationFile): Promise<Result<void>> {
  const folder = join(operations, file.operation.id);
  const made = await makeFolder(folder);
  if (!made.ok) return made;
  const path = join(folder, file.name);
  const draft = `${path}.new`;
  try {
    await unlink(draft).catch(() => undefined);
    await writePrivate(draft, file.text);
    await rename(draft, path);
    await syncFolder(folder);
    return ok(undefined);
  } catch (error) {
    return fail(fileFailure(error, { path, doing: 'write it' }));
  }
}

/** The operation as it goes on file: canonical, one line. */
export function operationText(operation: Operation): string {
  return `${stringify(operation)}\n`;
}
