import { writeFile } from 'node:fs/promises';
import { failure } from '../core/failure.ts';
import { fail, ok } from '../core/result.ts';
import type { NewFiles } from '../ports/new-files.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';

/** The NewFiles port over the file system. */
export function createNewFiles(): NewFiles {
  return {
    async create(path, text) {
      try {
        await writeFile(path, text, { flag: 'wx' });
        return ok(undefined);
      } catch (error) {
        if (errorCode(error) === 'EEXIST') return fail(failure('manifest_exists', { path }));
        return fail(fileFailure(error, { path, doing: 'write it' }));
      }
    },
  };
}
