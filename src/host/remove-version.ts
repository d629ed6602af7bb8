import { lstatSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { versionFileName } from './state-folder.ts';

/** Removes a version; false where what has its name is no regular file, which is not ours and stays. Throws the system's error. */
export function removeVersion(folder: string, version: number): boolean {
  const path = join(folder, versionFileName(version));
  if (!lstatSync(path).isFile()) return false;
  unlinkSync(path);
  return true;
}
