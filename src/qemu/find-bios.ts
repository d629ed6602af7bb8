import { statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { isReadable } from './is-readable.ts';

/** QEMU maps a BIOS in pieces of this size and starts on no other. */
const pieceBytes = 64 * 1024;

/**
 * Why QEMU would start no machine that boots by this BIOS, in words; null where it would, and where its data folders are not
 * known. Looks as QEMU does: the first of the folders whose file can be read has it.
 */
export function biosTrouble(name: string, folders: readonly string[]): string | null {
  if (folders.length === 0) return null;
  const file = folders.map((folder) => join(folder, name)).find(isReadable);
  if (file === undefined) return `${name} can be read in none of QEMU's folders (${folders.map(normalize).join(', ')})`;
  const { size } = statSync(file);
  return size > 0 && size % pieceBytes === 0 ? null : `${file} has ${String(size)} bytes, which is no BIOS`;
}
