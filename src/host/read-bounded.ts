import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { errorCode } from './error-code.ts';

/** What came of reading a file that somebody else wrote. */
export type BoundedRead =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_large'; readonly bytes: number | null }
  | { readonly kind: 'not_regular'; readonly what: string }
  | { readonly kind: 'unreadable'; readonly code: string };

/** Reads a regular file of at most `limit` bytes, never through a symlink, and never waits for a pipe's other end. */
export async function readBounded(path: string, limit: number): Promise<BoundedRead> {
  let handle: FileHandle | null = null;
  try {
    // Without O_NONBLOCK the open itself would wait for a writer when the path is a named pipe.
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = await handle.stat();
    if (!stat.isFile()) return { kind: 'not_regular', what: stat.isDirectory() ? 'folder' : 'device, pipe or socket' };
    if (stat.size > limit) return { kind: 'too_large', bytes: stat.size };
    // Ended by the limit, not by the size: the file may be growing.
    return await collectBounded(handle.createReadStream({ autoClose: false, end: limit }), limit);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ELOOP') return { kind: 'not_regular', what: 'symlink' };
    return code === 'ENXIO' ? { kind: 'not_regular', what: 'device, pipe or socket' } : { kind: 'unreadable', code };
  } finally {
    await handle?.close();
  }
}

/** Everything a stream has to give, up to `limit` bytes. */
export async function collectBounded(
  stream: Readable | AsyncIterable<Uint8Array>,
  limit: number,
): Promise<BoundedRead> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > limit) return { kind: 'too_large', bytes: null };
    chunks.push(chunk);
  }
  return { kind: 'read', bytes: Buffer.concat(chunks) };
}
