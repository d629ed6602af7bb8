import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './sync-folder.ts';
import { writePrivate } from './write-private.ts';

/**
 * Puts a private file in place of whatever has the name; readers see the old bytes or the new ones, and the new ones
 * survive power loss once this returns. Throws the system's error.
 */
export async function replacePrivate(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  const draft = join(folder, `.draft-${randomUUID()}`);
  try {
    await writePrivate(draft, text);
    await rename(draft, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
