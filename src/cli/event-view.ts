import type { Event } from '../core/event.ts';
import { oneLine } from '../core/one-line.ts';
import { eventLine } from '../ui/event-line.ts';
import type { Invocation } from './command.ts';
import type { Streams } from './streams.ts';

/** Shows events while a command works. `close` must be called before anything else is written. */
export interface EventView {
  emit(event: Event): void;
  close(): void;
}

export interface EventViewOptions {
  readonly stderr: Streams['stderr'];
  readonly env: Invocation['env'];
  readonly verbose: boolean;
  /** A live view is drawn only where a person watches a terminal that can draw. */
  readonly wanted: 'live' | 'lines';
}

/** The live view on a terminal that can draw one, else a line for each change on stderr. */
export async function openEventView(options: EventViewOptions): Promise<EventView> {
  if (!canDraw(options)) return lineView(options);
  const { openLiveView } = await import('../ui/tui/open-live-view.tsx');
  return openLiveView(options.stderr as unknown as NodeJS.WriteStream);
}

function canDraw({ wanted, stderr, env, verbose }: EventViewOptions): boolean {
  const inCi = (env['CI'] ?? '') !== '' && env['CI'] !== 'false';
  // A terminal that does not know its size cannot be drawn on without clearing it.
  const hasRoom = stderr.isTTY === true && (stderr.rows ?? 0) >= 5 && (stderr.columns ?? 0) >= 20;
  return wanted === 'live' && !verbose && hasRoom && env['TERM'] !== 'dumb' && !inCi;
}

function lineView({ stderr, verbose }: EventViewOptions): EventView {
  return {
    emit(event) {
      const line = eventLine(event, verbose ? 'verbose' : 'normal');
      if (line !== null) stderr.write(`${oneLine(line)}\n`);
    },
    close: () => undefined,
  };
}
