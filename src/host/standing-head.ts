import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from './error-code.ts';

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What an open or a read says of what is no file that can be read: a link, a socket, a folder, bytes that are lost. */
const strange: ReadonlySet<string> = new Set(['ELOOP', 'ENXIO', 'EISDIR', 'EIO']);

/**
 * By what the file under a version's name is known again: its first bytes, and where those cannot be read which file it is.
 * Null when the name is free. Follows no link and waits for nobody. Throws the system's error.
 */
export function standingHead(path: string, length: number): string | null {
  try {
    return beginningOf(path, length) ?? identityOf(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    if (strange.has(errorCode(error))) return identityOf(path);
    throw error;
  }
}

function beginningOf(path: string, length: number): string | null {
  const descriptor = openSync(path, flags);
  try {
    if (!fstatSync(descriptor).isFile()) return null;
    const bytes = Buffer.alloc(length);
    return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, length, 0));
  } finally {
    closeSync(descriptor);
  }
}

function identityOf(path: string): string {
  const { dev, ino, mode } = lstatSync(path);
  return [mode, dev, ino].join(':');
}
