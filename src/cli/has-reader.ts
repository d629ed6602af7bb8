import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { Streams } from './streams.ts';

/**
 * False once nobody can read any more what is written to the stream. Without a write only the kernel knows that of a
 * pipe, and Linux tells: a pipe without a reader cannot be opened for writing. Elsewhere the next write finds out.
 */
export function hasReader(stream: Streams['stdout']): boolean {
  if (stream.errored !== null || stream.destroyed) return false;
  if (!('fd' in stream) || typeof stream.fd !== 'number') return true;
  try {
    if (!fstatSync(stream.fd).isFIFO()) return true;
    closeSync(openSync(`/proc/self/fd/${String(stream.fd)}`, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENXIO');
  }
}
