import type { Readable } from 'node:stream';
import { stderrBytes, stderrTail } from '../core/state/stderr-tail.ts';
import type { RelayRequest } from '../ports/programs.ts';

interface OutputStreams {
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
}

export interface RelayedOutput {
  /** The last lines of stderr, bounded. */
  stderrTail(): string;
  /** Resolves when both have ended and everything was taken. */
  readonly ended: Promise<void>;
}

/** Hands on both streams; a stream is read no further than what was taken, so a slow reader slows the program. */
export function relayOutput(streams: OutputStreams, take: RelayRequest['onOutput']): RelayedOutput {
  let end = '';
  const relay = async (stream: Readable | null, from: 'stdout' | 'stderr'): Promise<void> => {
    if (stream === null) return;
    stream.setEncoding('utf8');
    for await (const text of stream as AsyncIterable<string>) {
      if (from === 'stderr') end = (end + text).slice(-2 * stderrBytes);
      await take({ from, text });
    }
  };
  const ended = Promise.all([relay(streams.stdout, 'stdout'), relay(streams.stderr, 'stderr')]).then(() => undefined);
  // Looked at once the program has ended; until then it is nobody's.
  ended.catch(() => undefined);
  return { stderrTail: () => stderrTail(end), ended };
}
