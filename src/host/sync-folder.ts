import { open } from 'node:fs/promises';

/** Returns once the names in the folder would survive power loss. Throws the system's error. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
