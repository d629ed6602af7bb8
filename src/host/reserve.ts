import { randomBytes } from 'node:crypto';
import { lstatSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files without a meaning that stand beside the record, so that a full file system has something to give for the commits
 * of a stop, a recovery or a destruction while no older version of the record is there for it. Several, because a file
 * system can run out of files as well as of bytes, and a commit takes a new name each time.
 */
const names = Array.from({ length: 8 }, (_, index) => `.reserve-${String(index + 1)}`);

const leastBytes = 8 * 1024;

/** Nothing is put by where it would take more than this part of what is free. */
const mostOfFree = 1 / 4;

/** True for the name of a file of the reserve. */
export function isReserveFile(name: string): boolean {
  return names.includes(name);
}

/**
 * Makes what is missing of the reserve, where there is room for it: together four times the record. Not synced, for
 * nothing is in it. Never fails: it is made by a later commit then.
 */
export function keepReserve(folder: string, recordBytes: number): void {
  const bytes = Math.max(leastBytes, Math.ceil(recordBytes / 2));
  try {
    // One that is a little small is not worth the writing.
    const missing = names.filter((name) => sizeOf(join(folder, name)) < bytes / 2);
    if (missing.length === 0 || !hasRoom(folder, { bytes: bytes * missing.length, files: missing.length })) return;
    for (const name of missing) {
      remove(join(folder, name));
      // Random, for some file systems keep what can be told in fewer words in fewer blocks.
      writeFileSync(join(folder, name), randomBytes(bytes), { flag: 'wx', mode: 0o600 });
    }
  } catch {
    // Full all the same, or something else has the name.
  }
}

/** Removes one file of the reserve; false when none is left. */
export function giveUpReserve(folder: string): boolean {
  return names.some((name) => {
    try {
      return remove(join(folder, name));
    } catch {
      return false;
    }
  });
}

/** Anything else under the name is not ours, and stays. */
function remove(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  unlinkSync(path);
  return true;
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function hasRoom(folder: string, wanted: { readonly bytes: number; readonly files: number }): boolean {
  const { bavail, bsize, files, ffree } = statfsSync(folder);
  // Some file systems make files as they are asked for, and tell of none.
  const hasNames = files === 0 || wanted.files <= ffree * mostOfFree;
  return hasNames && wanted.bytes <= bavail * bsize * mostOfFree;
}
