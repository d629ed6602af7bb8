import { ok, fail, type Result } from '../core/result.ts';
import { fileFailure } from './file-failure.ts';
import { fileKind } from './file-kind.ts';

/** Those of these files that are absent or no regular files. */
export async function missingFiles(files: readonly string[]): Promise<Result<readonly string[]>> {
  const missing: string[] = [];
  for (const path of files) {
    try {
      const kind = await fileKind(path);
      if (kind !== 'file' && kind !== 'file with a second name') missing.push(path);
    } catch (error) {
      return fail(fileFailure(error, { path, doing: 'look at it' }));
    }
  }
  return ok(missing);
}
