import { closeSync, constants, openSync } from 'node:fs';
import { failure } from '../core/failure.ts';
import { type Result, fail, ok } from '../core/result.ts';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants;

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

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
