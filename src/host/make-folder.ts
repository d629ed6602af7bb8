import { lstat, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { kindOf } from './file-kind.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Makes a private folder (0700 whatever the umask adds) where none is, durably, with its missing parents. One that is
 * there is left as it is; a link or a file in its place is `foreign_file`. A link above the folder is the person's choice.
 * With `within` only what is missing below that folder is made: a home that was erased does not come back.
 */
export async function makeFolder(
  folder: string,
  { within }: { readonly within?: string | undefined } = {},
): Promise<Result<void>> {
  try {
    await mkdir(folder, { mode: 0o700 });
    await syncFolder(dirname(folder));
    return ok(undefined);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' && ![folder, within].includes(dirname(folder))) {
      const parent = await makeFolder(dirname(folder), { within });
      return parent.ok ? makeFolder(folder, { within }) : parent;
    }
    if (code === 'EEXIST') return checkFolder(folder);
    return fail(fileFailure(error, { path: folder, doing: 'make the folder' }));
  }
}

async function checkFolder(folder: string): Promise<Result<void>> {
  try {
    const facts = await lstat(folder);
    if (facts.isDirectory()) return ok(undefined);
    return fail(failure('foreign_file', { path: folder, kind: kindOf(facts) }));
  } catch (error) {
    return fail(fileFailure(error, { path: folder, doing: 'look at it' }));
  }
}
