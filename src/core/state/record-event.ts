import { eventsKept, type RecordedEvent, type StateDocument } from './document.ts';

/** Adds an event; one whose key stands already changes nothing, and the oldest fall off beyond the limit. */
export function recordEvent(document: StateDocument, event: RecordedEvent): StateDocument {
  if (document.events.some((each) => each.key === event.key)) return document;
  return { ...document, events: [...document.events, event].slice(-eventsKept) };
}
