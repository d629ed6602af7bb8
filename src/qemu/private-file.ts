import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { failure } from '../core/failure.ts';
import { type Result, fail, ok } from '../core/result.ts';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;

const mostTailBytes = 64 * 1024;

/** Opens a log for appending, made private if it is new; a symlink in its place is refused. The caller closes it. */
export function openPrivateLog(path: string): Result<number> {
  try {
    return ok(openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ELOOP') return fail(failure('foreign_file', { path, kind: 'symlink' }));
    return fail(failure('file_error', { path, doing: 'open', code }));
  }
}

/** Makes sure that a log exists and is private, before a program appends to it under an umask of its own. */
export function touchPrivateLog(path: string): Result<void> {
  const opened = openPrivateLog(path);
  if (!opened.ok) return opened;
  closeSync(opened.value);
  return ok(undefined);
}

/** Adds a line to a log; on a full disk it is left out, because nothing depends on it. */
export function appendPrivateLog(path: string, line: string): Result<void> {
  const opened = openPrivateLog(path);
  if (!opened.ok) return opened;
  try {
    writeSync(opened.value, line);
  } catch {
    // The log tells less; that is no reason to keep a VM from running.
  } finally {
    closeSync(opened.value);
  }
  return ok(undefined);
}

/** The end of a log, at most 64 KiB; null when it cannot be read or is none. */
export function readLogTail(path: string): string | null {
  try {
    const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, mostTailBytes));
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
