import type { Instant } from '../core/names.ts';

/** Time. Wall-clock time is recorded for people; only monotonic time decides how long something waits. */
export interface Clock {
  now(): Instant;
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonicMs(): number;
  /** Resolves after `ms`, or at once when the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
