import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { failure } from '../core/failure.ts';
import { pathTrouble } from '../core/host/path-trouble.ts';
import { fail, ok } from '../core/result.ts';
import type { ScriptFiles } from '../ports/script-files.ts';
import { errorCode } from './error-code.ts';
import { collectBounded } from './read-bounded.ts';

const mostBytes = 16 * 2 ** 20;
/** Between two pieces that come through a pipe. */
const longestSilenceMs = 60_000;

/** The ScriptFiles port over the file system. */
export function createScriptFiles(): ScriptFiles {
  return {
    async read(path) {
      const unreadable = (problem: string) => fail(failure('script_unreadable', { path, problem }));
      let handle: FileHandle | null = null;
      try {
        // Without O_NONBLOCK the open itself would wait for a writer when the path is a named pipe, and could not be ended.
        handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
        const facts = await handle.stat();
        if (facts.isDirectory()) return unreadable('is a folder');
        if (!facts.isFile() && !facts.isFIFO()) return unreadable('is no file and no pipe');
        const read = await collectBounded(pieces(handle), mostBytes);
        if (read.kind !== 'read') return unreadable('is larger than 16 MiB');
        return read.bytes.length === 0 ? unreadable('is empty') : ok(read.bytes);
      } catch (error) {
        return unreadable(pathTrouble(errorCode(error)));
      } finally {
        await handle?.close();
      }
    },
  };
}

/** A shell's `<(command)` is a pipe that somebody writes to; one without a writer has its end at once. */
async function* pieces(handle: FileHandle): AsyncGenerator<Uint8Array> {
  let silentMs = 0;
  while (silentMs < longestSilenceMs) {
    const piece = await nextPiece(handle);
    if (piece?.length === 0) return;
    if (piece !== null) yield piece;
    else await pause(20);
    silentMs = piece === null ? silentMs + 20 : 0;
  }
  throw Object.assign(new Error('nothing came'), { code: 'ETIMEDOUT' });
}

/** Null while the writer has nothing to give. */
async function nextPiece(handle: FileHandle): Promise<Uint8Array | null> {
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(65_536) });
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') return null;
    throw error;
  }
}
