import { readdir } from 'node:fs/promises';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { fileKind } from './file-kind.ts';

/** Names in a folder of the home, sorted; none where there is none. What is no folder in its place is `foreign_file`. */
export async function folderNames(folder: string): Promise<Result<readonly string[]>> {
  try {
    return ok((await readdir(folder)).sort());
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return fail(fileFailure(error, { path: folder, doing: 'list it' }));
    // A link that leads nowhere is there all the same.
    const kind = await fileKind(folder).catch(() => 'absent' as const);
    return kind === 'absent' ? ok([]) : fail(failure('foreign_file', { path: folder, kind }));
  }
}
