import { closeSync, openSync } from 'node:fs';
import { syncFile } from './sync-file.ts';

/** Returns once the names in the folder would survive power loss. Throws the system's error. */
export async function syncFolder(folder: string): Promise<void> {
  const descriptor = openSync(folder, 'r');
  try {
    await syncFile(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
