import { spawn } from 'node:child_process';
import { fstatSync } from 'node:fs';
import type { Streams } from './streams.ts';

/**
 * Calls `onGone` once nobody can read any more what is written to the stream, and returns what ends the watch. Without a
 * write only the kernel knows that of a pipe, and Node cannot ask: GNU's `tail` can, and dies of SIGPIPE then. Where there
 * is none the next write finds out.
 */
export function watchReader(stream: Streams['stdout'], onGone: () => void): () => void {
  const fd = pipeOf(stream);
  if (fd === null) return () => undefined;
  // It holds the pipe as we do, so it must never outlive us.
  const tail = spawn('tail', [`--pid=${String(process.pid)}`, '-f', '/dev/null'], { stdio: ['ignore', fd, 'ignore'] });
  tail.on('error', () => undefined);
  tail.on('exit', (_status, signal) => {
    if (signal === 'SIGPIPE') onGone();
  });
  return () => {
    tail.kill('SIGKILL');
  };
}

function pipeOf(stream: Streams['stdout']): number | null {
  if (!('fd' in stream) || typeof stream.fd !== 'number') return null;
  try {
    return fstatSync(stream.fd).isFIFO() ? stream.fd : null;
  } catch {
    return null;
  }
}
