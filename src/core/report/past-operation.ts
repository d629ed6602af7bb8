import type { Instant } from '../names.ts';
import type { Operation } from '../state/operation.ts';
import type { PastOperation } from './history-report.ts';

/** One operation as a line of the history. */
export function pastOperation(operation: Operation): PastOperation {
  const { id, command, status, startedAt, endedAt, scope, steps } = operation;
  const complete = steps.filter((step) => step.state === 'complete').length;
  return {
    id,
    command,
    status,
    startedAt,
    endedAt,
    durationMs: durationMs(startedAt, endedAt),
    nodes: scope,
    steps: { complete, all: steps.length },
  };
}

/** Null where one of them is not known; wall clocks may be set back, and nothing ends before it begins. */
export function durationMs(from: Instant | null, to: Instant | null): number | null {
  return from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from));
}
