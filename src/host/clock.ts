import type { Instant } from '../core/names.ts';
import type { Clock } from '../ports/clock.ts';
import { heedAbort } from './heed-abort.ts';

/** The Clock port over the host's clocks. */
export function createClock(): Clock {
  return {
    now: () => new Date().toISOString() as Instant & string,
    monotonicMs: () => performance.now(),
    sleep,
  };
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      heedNoMore();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const heedNoMore = heedAbort(signal, end);
  });
}
