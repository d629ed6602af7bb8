import { readdir, rmdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { draftSuffix } from './file-kind.ts';
import { operationFileNames } from './operation-files.ts';
import { byOrder, readOrder } from './operation-order.ts';

/**
 * Drops all but the last `keep` closed operations, in the order in which they went on file; those of which nothing says so
 * by the time of their file. An open operation has no
 * operation.json yet and is not touched; nor is a folder with files that are not ours. Never fails: what cannot go now
 * goes with a later operation.
 */
export async function pruneOperations(operations: string, keep: number): Promise<void> {
  const names = await readdir(operations).catch(() => []);
  const closed = await Promise.all(names.map((name) => closedAt(operations, name)));
  const older = byOrder(await readOrder(operations));
  const known = closed.filter((entry) => entry !== null);
  known.sort((a, b) => older(b.name, a.name) || b.closedAtMs - a.closedAtMs);
  for (const { name } of known.slice(keep)) await removeOperation(join(operations, name));
}

async function closedAt(
  operations: string,
  name: string,
): Promise<{ readonly name: string; readonly closedAtMs: number } | null> {
  try {
    return { name, closedAtMs: (await stat(join(operations, name, 'operation.json'))).mtimeMs };
  } catch {
    return null;
  }
}

/** Its operation.json last: without it the rest of the folder would be taken for an open operation after a crash, and stay for good. */
async function removeOperation(folder: string): Promise<void> {
  const files = operationFileNames.toReversed().flatMap((name) => [`${name}${draftSuffix}`, name]);
  for (const name of files) await unlink(join(folder, name)).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
}
