import { unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { fileKind } from './file-kind.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Removes one file of ours, durably. What it is is read again right before the unlink: anything but the expected kind is
 * `foreign_file` and stays. An absent file is success.
 */
export async function removeOwn(path: string, expected: 'file' | 'socket'): Promise<Result<void>> {
  try {
    const kind = await fileKind(path);
    if (kind === 'absent') return ok(undefined);
    if (kind !== expected) return fail(failure('foreign_file', { path, kind }));
    await unlink(path);
    await syncFolder(dirname(path));
    return ok(undefined);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok(undefined);
    return fail(fileFailure(error, { path, doing: 'remove it' }));
  }
}
