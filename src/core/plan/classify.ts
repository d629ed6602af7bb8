import type { CommittedNode, JudgedChange, Outcome } from './plan.ts';

export interface Difference {
  /** Null when nothing exists. */
  readonly committed: CommittedNode | null;
  readonly wanted: 'wanted' | 'not wanted';
  readonly drift: 'drift' | 'no drift';
  readonly changes: readonly JudgedChange[];
}

/**
 * The outcome of a node that exists or is wanted; what a person would have to do the most about wins:
 * `missing`, `envelope-drift`, `recreate`, `resize`, `unchanged`.
 */
export function classify({ committed, wanted, drift, changes }: Difference): Outcome {
  if (committed === null) return 'create';
  if (wanted === 'not wanted') return 'missing';
  if (drift === 'drift') return 'envelope-drift';
  // Its artifacts are partly gone: only a new life makes it whole again.
  if (committed.life === 'destroying') return 'recreate';
  if (changes.some((change) => change.needs === 'recreate')) return 'recreate';
  if (changes.some((change) => change.needs === 'resize')) return 'resize';
  return committed.life === 'creating' ? 'create' : 'unchanged';
}
