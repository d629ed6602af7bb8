import { lstatSync, mkdirSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { codeOf } from './private-file.ts';

/** Bits that let others put files in a folder. */
const writableByOthers = 0o022;
/** In such a folder everybody can rename and remove only what is their own. */
const sticky = 0o1000;

/**
 * Makes the folder of a socket and its parents, for this user alone. Whoever can write to one of them, or owns it, could
 * put a monitor of their own in place of ours: `foreign_file`.
 */
export function ensureSocketFolder(socket: string): Result<void> {
  const folder = dirname(socket);
  const parent = dirname(folder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const foreign = [folder, parent].find((each) => !isPrivate(lstatSync(each))) ?? untrusted(dirname(parent));
    return foreign === null
      ? ok(undefined)
      : fail(failure('foreign_file', { path: foreign, kind: 'folder of another user' }));
  } catch (error) {
    return fail(failure('file_error', { path: folder, doing: 'make', code: codeOf(error) }));
  }
}

function isPrivate(facts: Stats): boolean {
  return facts.isDirectory() && facts.uid === process.getuid?.() && (facts.mode & writableByOthers) === 0;
}

/** The runtime folder itself is the session's, or stands in `/tmp`, where anybody may have made it before us. */
function untrusted(folder: string): string | null {
  const [link, target] = [lstatSync(folder), statSync(folder)];
  const owners = [0, process.getuid?.()];
  const safe = target.isDirectory() && ((target.mode & writableByOthers) === 0 || (target.mode & sticky) !== 0);
  return safe && owners.includes(link.uid) && owners.includes(target.uid) ? null : folder;
}
