import { createReadStream } from 'node:fs';
import { failure } from '../core/failure.ts';
import { fail, ok } from '../core/result.ts';
import type { ScriptFiles } from '../ports/script-files.ts';
import { errorCode } from './error-code.ts';
import { collectBounded } from './read-bounded.ts';

const mostBytes = 16 * 2 ** 20;

/** The ScriptFiles port over the file system. */
export function createScriptFiles(): ScriptFiles {
  return {
    async read(path) {
      try {
        const read = await collectBounded(createReadStream(path), mostBytes);
        if (read.kind === 'read') return ok(read.bytes);
        return fail(failure('script_unreadable', { path, problem: 'it is larger than 16 MiB' }));
      } catch (error) {
        return fail(failure('script_unreadable', { path, problem: errorCode(error) }));
      }
    },
  };
}
