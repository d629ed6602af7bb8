import type { Event } from '../core/event.ts';

/** Takes what is reported while working. Never throws and never waits: a slow terminal must not slow an operation. */
export interface EventSink {
  emit(event: Event): void;
}
