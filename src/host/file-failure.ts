import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { failure, type Failure } from '../core/failure.ts';
import { errorCode } from './error-code.ts';
import { kindOf } from './file-kind.ts';
import { mountPointOf } from './mount-point.ts';

/** The failure for a system call's error on a path; `doing` completes "cannot …". What is no system error is thrown on. */
export function fileFailure(error: unknown, at: { readonly path: string; readonly doing: string }): Failure {
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return failure('disk_full', { path: at.path, mountPoint: mountPointOf(at.path) });
  if (code === 'EROFS') return failure('read_only', { path: at.path, mountPoint: mountPointOf(at.path) });
  // Files are opened without following links, so this is a link where a file of ours should be.
  if (code === 'ELOOP') return failure('foreign_file', { path: at.path, kind: 'symlink' });
  const strange = code === 'ENOTDIR' || code === 'ENXIO' ? whatIsInTheWay(at.path, code) : null;
  return strange ?? failure('file_error', { path: at.path, doing: at.doing, code });
}

/** A file in the place of a folder, at the path or above it, or what cannot be opened in the place of a file. */
function whatIsInTheWay(path: string, code: 'ENOTDIR' | 'ENXIO'): Failure | null {
  let facts;
  try {
    facts = lstatSync(path);
  } catch {
    return code === 'ENOTDIR' && dirname(path) !== path ? whatIsInTheWay(dirname(path), code) : null;
  }
  return facts.isDirectory() ? null : failure('foreign_file', { path, kind: kindOf(facts) });
}
