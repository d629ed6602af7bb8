import { readdir, rmdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { operationFileNames } from './operation-files.ts';

/**
 * Drops all but the last `keep` closed operations, by the time they were closed. An open operation has no
 * operation.json yet and is not touched; nor is a folder with files that are not ours. Never fails: what cannot go now
 * goes with a later operation.
 */
export async function pruneOperations(operations: string, keep: number): Promise<void> {
  const names = await readdir(operations).catch(() => []);
  const closed = await Promise.all(names.map((name) => closedAt(join(operations, name))));
  const known = closed.filter((entry) => entry !== null).sort((a, b) => b.closedAtMs - a.closedAtMs);
  for (const entry of known.slice(keep)) await removeOperation(entry.folder);
}

async function closedAt(folder: string): Promise<{ readonly folder: string; readonly closedAtMs: number } | null> {
  try {
    return { folder, closedAtMs: (await stat(join(folder, 'operation.json'))).mtimeMs };
  } catch {
    return null;
  }
}

async function removeOperation(folder: string): Promise<void> {
  for (const name of operationFileNames) await unlink(join(folder, name)).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
}
