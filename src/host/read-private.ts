import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { kindOf } from './file-kind.ts';

/** O_NONBLOCK: opening a pipe that someone put there must not wait for a writer. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The text of a regular file of ours, or null when there is none. Links, pipes and folders are `foreign_file`. */
export async function readPrivate(path: string, limits: { readonly maxBytes: number }): Promise<Result<string | null>> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(path, flags);
    const facts = await handle.stat();
    if (!facts.isFile()) return fail(failure('foreign_file', { path, kind: kindOf(facts) }));
    if (facts.size > limits.maxBytes)
      return fail(
        failure('file_error', { path, doing: `read more than ${String(limits.maxBytes)} bytes`, code: 'EFBIG' }),
      );
    return ok(await handle.readFile('utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok(null);
    return fail(fileFailure(error, { path, doing: 'read it' }));
  } finally {
    await handle?.close();
  }
}
