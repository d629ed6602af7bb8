import { rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { fileFailure } from './file-failure.ts';
import { listState, versionFileName } from './state-folder.ts';

/**
 * Removes every document if `newest` still is the newest. Ascending, so that a crash leaves the last one, which names
 * nothing; a writer that comes in between finds its base gone and begins anew.
 */
export async function discardState(folder: string, newest: number): Promise<Result<void>> {
  const listing = await listState(folder);
  if (!listing.ok) return listing;
  const { versions } = listing.value;
  if (versions.at(-1) !== newest) return fail(failure('state_stale', { version: newest + 1 }));
  try {
    for (const version of versions) await unlink(join(folder, versionFileName(version)));
  } catch (error) {
    return fail(fileFailure(error, { path: folder, doing: 'remove the state' }));
  }
  // A folder that holds something else stays, with what it holds.
  await rmdir(folder).catch(() => undefined);
  await rmdir(dirname(folder)).catch(() => undefined);
  return ok(undefined);
}
