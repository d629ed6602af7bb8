import { failure, type Failure } from '../core/failure.ts';
import { errorCode } from './error-code.ts';
import { mountPointOf } from './mount-point.ts';

/** The failure for a system call's error on a path; `doing` completes "cannot …". What is no system error is thrown on. */
export function fileFailure(error: unknown, at: { readonly path: string; readonly doing: string }): Failure {
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return failure('disk_full', { path: at.path, mountPoint: mountPointOf(at.path) });
  if (code === 'EROFS') return failure('read_only', { path: at.path, mountPoint: mountPointOf(at.path) });
  // Files are opened without following links, so this is a link where a file of ours should be.
  if (code === 'ELOOP') return failure('foreign_file', { path: at.path, kind: 'symlink' });
  return failure('file_error', { path: at.path, doing: at.doing, code });
}
