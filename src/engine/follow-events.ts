import { eventsKept, type RecordedEvent } from '../core/state/document.ts';
import type { EnginePorts } from './engine-ports.ts';
import { readDocument } from './read-document.ts';

const lookMs = 500;

export interface EventQuery {
  /** Only what concerns this node; null for everything. */
  readonly node: string | null;
}

/**
 * What is recorded after `seen`, as it is recorded, until the signal is aborted. Looks at the record and takes no lock; one
 * that does not read just now is looked at again. More than a document keeps within one look is lost.
 */
export async function* followEvents(
  ports: Pick<EnginePorts, 'store' | 'clock'>,
  { node, seen, signal }: EventQuery & { readonly seen: readonly RecordedEvent[]; readonly signal: AbortSignal },
): AsyncGenerator<readonly RecordedEvent[]> {
  let known = new Set(seen.map(({ key }) => key));
  for (;;) {
    await ports.clock.sleep(lookMs, signal);
    if (signal.aborted) return;
    const read = await readDocument(ports);
    if (!read.ok) continue;
    const events = read.value.document?.events ?? [];
    const added = events.filter((event) => !known.has(event.key) && concerns(event, { node }));
    // Of earlier looks too: in place of a damaged record an older one is read.
    known = new Set([...known, ...events.map(({ key }) => key)].slice(-2 * eventsKept));
    if (added.length > 0) yield added;
  }
}

/** Whether an event is one that was asked for. */
export function concerns(event: RecordedEvent, { node }: EventQuery): boolean {
  return node === null || event.node === node;
}
