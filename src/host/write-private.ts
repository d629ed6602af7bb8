import { closeSync, fchmodSync, fstatSync, openSync, writeFileSync } from 'node:fs';
import { syncFile } from './sync-file.ts';

/** What may be made to fail in tests, before each step. */
export interface WriteFaults {
  readonly before?: (point: 'write' | 'sync') => void | Promise<void>;
}

export interface WriteOptions {
  readonly faults?: WriteFaults;
  /** What needs the file to have its name, but not to be durable; done while the sync is waited for. */
  readonly meanwhile?: () => void;
}

/**
 * Makes a new file, mode 0600 under any umask, and returns once its bytes would survive power loss; its name does so only
 * after the folder is synced. Throws the system's error, `EEXIST` when the name is taken by anything, links included.
 * Only the sync is waited for: the other calls end in the page cache, and a trip to another thread takes longer.
 */
export async function writePrivate(
  path: string,
  bytes: Uint8Array | string,
  options: WriteOptions = {},
): Promise<void> {
  const content = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    // The umask can take bits away from the mode above, never add any.
    fchmodSync(descriptor, 0o600);
    await options.faults?.before?.('write');
    writeFileSync(descriptor, content);
    await options.faults?.before?.('sync');
    if (fstatSync(descriptor).size !== content.length)
      throw Object.assign(new Error(`${path}: short write`), { code: 'EIO' });
    await syncWhile(descriptor, options.meanwhile);
  } finally {
    closeSync(descriptor);
  }
}

/** The descriptor is free again when this ends, however it ends. */
async function syncWhile(descriptor: number, work: (() => void) | undefined): Promise<void> {
  const synced = syncFile(descriptor);
  try {
    work?.();
  } finally {
    await synced;
  }
}
