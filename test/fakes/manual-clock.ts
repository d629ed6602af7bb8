import type { Instant } from '../../src/core/names.ts';
import type { Clock } from '../../src/ports/clock.ts';

export interface ManualClock extends Clock {
  /** Called at the end of every sleep, with the time that has passed since the start. */
  onSleep: ((elapsedMs: number) => void | Promise<void>) | null;
}

/** A clock that only moves when somebody sleeps: a wait of ten minutes takes no time. */
export function createManualClock(start = '2026-01-01T00:00:00.000Z'): ManualClock {
  const startMs = Date.parse(start);
  let elapsedMs = 0;
  const clock: ManualClock = {
    onSleep: null,
    now: () => new Date(startMs + elapsedMs).toISOString() as Instant & string,
    monotonicMs: () => elapsedMs,
    async sleep(ms, signal) {
      if (signal?.aborted === true) return;
      elapsedMs += ms;
      await clock.onSleep?.(elapsedMs);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  return clock;
}
