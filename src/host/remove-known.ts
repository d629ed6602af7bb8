import { readdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failure, type FailureOf } from '../core/failure.ts';
import { all, fail, ok, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { fileKind } from './file-kind.ts';
import { removeOwn } from './remove-own.ts';
import { syncFolder } from './sync-folder.ts';

/** Names of files that may be in a folder. */
export type IsKnown = (name: string) => boolean;

/**
 * Names in a folder of ours: all are known regular files, else `unknown_file` or `foreign_file`. A folder that does not
 * exist holds nothing; a link in its place is `foreign_file`. Changes nothing; `stays` is what the caller leaves because of it.
 */
export async function listKnown(
  folder: string,
  isKnown: IsKnown,
  stays: FailureOf<'unknown_file'>['stays'] = 'folder',
): Promise<Result<readonly string[]>> {
  try {
    const kind = await fileKind(folder);
    if (kind === 'absent') return ok([]);
    if (kind !== 'folder') return fail(failure('foreign_file', { path: folder, kind }));
    const names = (await readdir(folder)).sort();
    const unknown = names.filter((name) => !isKnown(name));
    if (unknown.length > 0) return fail(failure('unknown_file', { folder, names: unknown, stays }));
    return all(await Promise.all(names.map((name) => checkRegular(folder, name))));
  } catch (error) {
    return fail(fileFailure(error, { path: folder, doing: 'list it' }));
  }
}

/** Removes the known files of a folder and then the folder. If anything else is in it, nothing of it is touched. */
export async function removeKnown(folder: string, isKnown: IsKnown): Promise<Result<void>> {
  const names = await listKnown(folder, isKnown);
  if (!names.ok) return names;
  for (const name of names.value) {
    const removed = await removeOwn(join(folder, name), 'file');
    if (!removed.ok) return removed;
  }
  return removeEmpty(folder);
}

/** Removes an empty folder, durably; absent is success. */
async function removeEmpty(folder: string): Promise<Result<void>> {
  try {
    await rmdir(folder);
    await syncFolder(dirname(folder));
    return ok(undefined);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok(undefined);
    return fail(fileFailure(error, { path: folder, doing: 'remove the folder' }));
  }
}

async function checkRegular(folder: string, name: string): Promise<Result<string>> {
  const kind = await fileKind(join(folder, name));
  return kind === 'file' ? ok(name) : fail(failure('foreign_file', { path: join(folder, name), kind }));
}
