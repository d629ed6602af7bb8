import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { errorCode } from './error-code.ts';

/** Ends the name of a file on its way; a crash may leave one, and the next placing clears it away. */
export const draftSuffix = '.new';

/** What stands under a name, without following a link. `file` is a regular one that has this name only, or its draft's too. */
export type FileKind =
  | 'absent'
  | 'file'
  | 'folder'
  | 'socket'
  | 'named pipe'
  | 'device'
  | 'symlink'
  | 'file with a second name';

/** Throws the system's error when it cannot be told. */
export async function fileKind(path: string): Promise<FileKind> {
  try {
    const facts = await lstat(path);
    const kind = kindOf(facts);
    return kind === 'file with a second name' && (await isPlacedHalfWay(path, facts)) ? 'file' : kind;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'absent';
    throw error;
  }
}

/** By what `lstat` or `fstat` has told. */
export function kindOf(facts: Stats): Exclude<FileKind, 'absent'> {
  if (facts.isSymbolicLink()) return 'symlink';
  if (facts.isDirectory()) return 'folder';
  if (facts.isSocket()) return 'socket';
  if (facts.isFIFO()) return 'named pipe';
  if (!facts.isFile()) return 'device';
  return facts.nlink === 1 ? 'file' : 'file with a second name';
}

/** A crash between giving a file its name and taking away the draft's leaves one file with these two names. */
async function isPlacedHalfWay(path: string, facts: Stats): Promise<boolean> {
  if (facts.nlink !== 2) return false;
  const other = path.endsWith(draftSuffix) ? path.slice(0, -draftSuffix.length) : `${path}${draftSuffix}`;
  const second = await lstat(other).catch(() => null);
  return second?.ino === facts.ino && second.dev === facts.dev;
}
