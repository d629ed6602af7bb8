import { link, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { Owned } from '../core/state/running.ts';
import { fileFailure } from './file-failure.ts';
import { draftSuffix, fileKind } from './file-kind.ts';
import { removeOwn } from './remove-own.ts';
import { syncFolder } from './sync-folder.ts';
import { writePrivate } from './write-private.ts';

export interface PlaceOptions {
  readonly existing: 'replace' | 'refuse';
  /** Asked once more when the file is whole, right before it gets its name. */
  readonly running?: Owned;
}

/**
 * Makes a private file with these bytes, whole from its first moment and durable. `replace` takes the place of an earlier
 * regular file; otherwise the name must be free. A link or a folder under the name is `foreign_file`.
 */
export async function placeFile(
  path: string,
  bytes: Uint8Array | string,
  options: PlaceOptions,
): Promise<Result<void>> {
  const draft = `${path}${draftSuffix}`;
  const cleared = await clearDraft(path);
  if (!cleared.ok) return cleared;
  try {
    const kind = await fileKind(path);
    if (kind !== 'absent' && (kind !== 'file' || options.existing === 'refuse')) {
      return fail(failure('foreign_file', { path, kind }));
    }
    await writePrivate(draft, bytes);
    const owned = await options.running?.stillOwned();
    if (owned?.ok === false) {
      await unlink(draft);
      return owned;
    }
    await (kind === 'absent' ? linkOnce(draft, path) : rename(draft, path));
    await syncFolder(dirname(path));
    return ok(undefined);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    return fail(fileFailure(error, { path, doing: 'write it' }));
  }
}

/** Fails where a rename would replace what has appeared under the name meanwhile. */
async function linkOnce(draft: string, path: string): Promise<void> {
  await link(draft, path);
  await unlink(draft);
}

/** Takes away what a crash after the placing of this file may have left beside it. */
export function clearDraft(path: string): Promise<Result<void>> {
  return removeOwn(`${path}${draftSuffix}`, 'file');
}
