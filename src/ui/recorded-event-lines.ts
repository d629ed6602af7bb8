import type { RecordedEvent } from '../core/state/document.ts';

/** Recorded events, one line each, oldest first. */
export function recordedEventLines(events: readonly RecordedEvent[]): readonly string[] {
  return events.map(({ at, node, text }) => `${at}  ${node === null ? '' : `${node}: `}${text}`);
}
