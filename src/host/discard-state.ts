import { readdir, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { uuidPattern } from '../core/state/field-shapes.ts';
import { fileFailure } from './file-failure.ts';
import { isKeptDocument } from './keep-older.ts';
import { isOrderFile } from './operation-order.ts';
import { pruneOperations } from './prune-operations.ts';
import { removeVersion } from './remove-version.ts';
import { isReserveFile } from './reserve.ts';
import { listState } from './state-folder.ts';

/**
 * If `newest` still is the newest document, removes what stands beside the documents and the purge's own record, then the
 * documents, then the home if it is empty. The documents last and ascending, so that a crash leaves the last one, which
 * names nothing and lets the same purge be run again; a writer that comes in between finds its base gone and begins anew.
 */
export async function discardState(
  folders: { readonly folder: string; readonly operations: string },
  newest: number,
): Promise<Result<void>> {
  const { folder, operations } = folders;
  const listing = listState(folder);
  if (!listing.ok) return listing;
  const { versions } = listing.value;
  if (versions.at(-1) !== newest) return fail(failure('state_stale', { version: newest + 1 }));
  await removeNamed(folder, (name) => isKeptDocument(name) || isReserveFile(name));
  await pruneOperations(operations, 0);
  await removeEmptied(operations);
  await removeNamed(operations, isOrderFile);
  try {
    for (const version of versions) removeVersion(folder, version);
  } catch (error) {
    return fail(fileFailure(error, { path: folder, doing: 'remove the state' }));
  }
  // A folder that holds something else stays, with what it holds.
  for (const empty of [folder, operations, dirname(folder)]) await rmdir(empty).catch(() => undefined);
  return ok(undefined);
}

/** Documents of older schemas and the reserve say as little as a document that names nothing, and an order as little of operations that are gone. */
async function removeNamed(folder: string, isNamed: (name: string) => boolean): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter(isNamed);
  await Promise.all(names.map((name) => unlink(join(folder, name)).catch(() => undefined)));
}

/** Folders of operations that a crash left between their last file and themselves. */
async function removeEmptied(operations: string): Promise<void> {
  const names = await readdir(operations).catch(() => []);
  await Promise.all(
    names.filter((name) => uuidPattern.test(name)).map((name) => rmdir(join(operations, name)).catch(() => undefined)),
  );
}
