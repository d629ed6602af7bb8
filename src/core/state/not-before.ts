import type { Instant } from '../names.ts';

/**
 * What a clock says now, but `afterMs` past each of these instants at the least: a host's clock may be set back, and what
 * came later must not be recorded as what came earlier.
 */
export function notBefore(now: Instant, instants: readonly Instant[], afterMs = 0): Instant {
  const leastMs = Math.max(Date.parse(now), ...instants.map((each) => Date.parse(each) + afterMs));
  return new Date(leastMs).toISOString() as Instant;
}
