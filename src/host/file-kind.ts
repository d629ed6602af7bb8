import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { errorCode } from './error-code.ts';

/** What stands under a name, without following a link. `file` is a regular one that has this name only. */
export type FileKind = 'absent' | 'file' | 'folder' | 'socket' | 'symlink' | 'file with a second name' | 'special file';

/** Throws the system's error when it cannot be told. */
export async function fileKind(path: string): Promise<FileKind> {
  try {
    return kindOf(await lstat(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'absent';
    throw error;
  }
}

function kindOf(facts: Stats): FileKind {
  if (facts.isSymbolicLink()) return 'symlink';
  if (facts.isDirectory()) return 'folder';
  if (facts.isSocket()) return 'socket';
  if (!facts.isFile()) return 'special file';
  return facts.nlink === 1 ? 'file' : 'file with a second name';
}
