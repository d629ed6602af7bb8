import stringify from 'fast-json-stable-stringify';
import { dirname, join } from 'node:path';
import type { Result } from '../core/result.ts';
import type { Operation } from '../core/state/operation.ts';
import type { Owned } from '../core/state/running.ts';
import { whileOwned } from '../core/state/while-owned.ts';
import { makeFolder } from './make-folder.ts';
import { placeFile } from './place-file.ts';

/** Files of one operation's folder, the one first that makes it a closed one. */
export const operationFileNames = ['operation.json', 'manifest.yml'] as const;

interface OperationFile {
  readonly operation: Operation;
  readonly name: (typeof operationFileNames)[number];
  readonly text: string;
  readonly running: Owned;
}

/** Writes one file of an operation's folder, durably and private; a later write of the same file replaces it whole. */
export async function writeOperationFile(operations: string, file: OperationFile): Promise<Result<void>> {
  const folder = join(operations, file.operation.id);
  const made = await whileOwned(file.running, () => makeFolder(folder, { within: dirname(operations) }));
  return made.ok ? placeFile(join(folder, file.name), file.text, { existing: 'replace', running: file.running }) : made;
}

/** The operation as it goes on file: canonical, one line. */
export function operationText(operation: Operation): string {
  return `${stringify(operation)}\n`;
}
