import { closeSync, fchmodSync, fstatSync, openSync, writeFileSync } from 'node:fs';
import { syncFile } from './sync-file.ts';

/** What may be made to fail in tests, before each step. */
export interface WriteFaults {
  readonly before?: (point: 'write' | 'sync') => void | Promise<void>;
}

/**
 * Makes a new file, mode 0600 under any umask, and returns once its bytes would survive power loss; its name does so only
 * after the folder is synced. Throws the system's error, `EEXIST` when the name is taken by anything, links included.
 * Only the sync is waited for: the other calls end in the page cache, and a trip to another thread takes longer.
 */
export async function writePrivate(path: string, bytes: Uint8Array | string, faults: WriteFaults = {}): Promise<void> {
  const size = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    // The umask can take bits away from the mode above, never add any.
    fchmodSync(descriptor, 0o600);
    await faults.before?.('write');
    writeFileSync(descriptor, bytes);
    if (fstatSync(descriptor).size !== size) throw Object.assign(new Error(`${path}: short write`), { code: 'EIO' });
    await faults.before?.('sync');
    await syncFile(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
