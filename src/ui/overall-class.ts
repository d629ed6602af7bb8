import type { FailureClass } from '../core/failure-class.ts';

/**
 * Most severe first. An interruption outranks what it caused; then what must be looked at by a person, what ran and
 * failed, and last what only has to be typed differently.
 */
const bySeverity = [
  'cancelled',
  'integrity',
  'runtime',
  'partial',
  'resource',
  'capability',
  'conflict',
  'usage',
] as const satisfies readonly FailureClass[];

/** The class that decides the exit status when a command failed in several ways. */
export function overallClass(classes: readonly FailureClass[]): FailureClass {
  return bySeverity.find((candidate) => classes.includes(candidate)) ?? 'runtime';
}
