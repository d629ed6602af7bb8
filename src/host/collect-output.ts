import type { Readable } from 'node:stream';
import { stderrBytes, stderrTail } from '../core/state/stderr-tail.ts';
import type { ProgramRequest } from '../ports/programs.ts';

const defaultMaxStdoutBytes = 16 * 1024 * 1024;
/** Characters kept of a line that does not end. */
const longestLine = 64 * 1024;

export interface CollectedOutput {
  stdout(): string;
  /** The last lines, bounded. */
  stderrTail(): string;
}

interface OutputOptions {
  readonly maxStdoutBytes?: number | undefined;
  readonly onLine?: ProgramRequest['onLine'];
  /** Called once when stdout passes its limit. */
  readonly onOverflow: () => void;
}

interface OutputStreams {
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
}

/** Takes both streams as they come: all of stdout up to its limit, only the end of stderr. Lines are handed on at once. */
export function collectOutput(streams: OutputStreams, options: OutputOptions): CollectedOutput {
  const limit = options.maxStdoutBytes ?? defaultMaxStdoutBytes;
  const chunks: string[] = [];
  let length = 0;
  let end = '';
  readText(streams.stdout, linesFrom('stdout', options), (text) => {
    if (length > limit) return;
    length += Buffer.byteLength(text);
    if (length > limit) options.onOverflow();
    else chunks.push(text);
  });
  readText(streams.stderr, linesFrom('stderr', options), (text) => {
    // Twice what is kept: the cut may fall inside a line that later turns out to be the last.
    end = (end + text).slice(-2 * stderrBytes);
  });
  return { stdout: () => chunks.join(''), stderrTail: () => stderrTail(end) };
}

function linesFrom(from: 'stdout' | 'stderr', { onLine }: OutputOptions): ((line: string) => void) | undefined {
  if (onLine === undefined) return undefined;
  return (line) => {
    onLine(line, from);
  };
}

function readText(
  stream: Readable | null,
  onLine: ((line: string) => void) | undefined,
  take: (text: string) => void,
): void {
  if (stream === null) return;
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    take(text);
    if (onLine === undefined) return;
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-longestLine);
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => {
    if (rest !== '') onLine?.(rest);
  });
}
