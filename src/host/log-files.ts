import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../core/result.ts';
import type { LogFiles } from '../ports/log-files.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';

const mostBytes = 4 * 2 ** 20;
const pollMs = 200;

/** The LogFiles port over the file system. */
export function createLogFiles(): LogFiles {
  return { tail, follow };
}

async function tail(path: string, lines: number): Promise<Result<string | null>> {
  try {
    const file = await openLog(path);
    try {
      return ok((await readTail(file, lines)).text);
    } finally {
      await file.close();
    }
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? ok(null) : fail(fileFailure(error, { path, doing: 'read it' }));
  }
}

async function* follow(
  path: string,
  { lines, signal }: { readonly lines: number; readonly signal: AbortSignal },
): AsyncGenerator<string> {
  const file = await openLog(path);
  try {
    const start = await readTail(file, lines);
    let position = start.end;
    // What is added may end in the middle of a character.
    const decoder = new StringDecoder('utf8');
    if (start.text !== '') yield start.text;
    while (await wait(signal)) {
      const { size, nlink } = await file.stat();
      if (nlink === 0) return;
      if (size < position) position = 0;
      const added = await readFrom(file, position, Math.min(size, position + mostBytes));
      position += added.length;
      const text = decoder.write(added);
      if (text !== '') yield text;
    }
  } finally {
    await file.close();
  }
}

/** False once the signal is aborted. */
async function wait(signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(pollMs, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}

// Non-blocking, so that a pipe in the place of a log cannot hold the command.
function openLog(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}

async function readTail(file: FileHandle, lines: number): Promise<{ readonly text: string; readonly end: number }> {
  const { size } = await file.stat();
  const bytes = await readFrom(file, Math.max(0, size - mostBytes), size);
  return { text: lastLines(bytes.toString('utf8'), lines), end: size };
}

async function readFrom(file: FileHandle, start: number, end: number): Promise<Buffer> {
  if (end <= start) return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}

function lastLines(text: string, lines: number): string {
  if (text === '' || lines === 0) return '';
  const ended = text.endsWith('\n');
  const all = (ended ? text.slice(0, -1) : text).split('\n');
  const kept = all.slice(-lines).join('\n');
  return ended ? `${kept}\n` : kept;
}
