import { type FailureOf, failure } from '../failure.ts';
import type { NextCommand } from '../failure-class.ts';
import { laneDifference } from './laned-hash.ts';
import type { PlanFailures } from '../failure/plan.ts';

type ChangedNode = PlanFailures['plan_changed']['changed'][number];
type Shared = NonNullable<PlanFailures['plan_changed']['shared']>;

/** What would be done now, in as far as it helps to tell what is new about it. */
export interface Now {
  readonly hash: string;
  readonly nodes: readonly ChangedNode[];
  /** Differences of what all nodes share. */
  readonly shared: Shared;
  /** The words after `paddock` that show it whole. */
  readonly next: NextCommand;
}

/** The refusal of a command whose hash is not the one that was reviewed, with what differs as far as two hashes can tell. */
export function planChanged(expected: string, now: Now): FailureOf<'plan_changed'> {
  const names = now.nodes.map(({ node }) => node);
  const found = laneDifference(expected, now.hash, names);
  const nodes = names.filter((name) => found?.names.includes(name) === true);
  return failure('plan_changed', {
    expected,
    actual: now.hash,
    nodes,
    changed: now.nodes.filter(({ node }) => nodes.includes(node)),
    shared: found?.shared === true ? now.shared : null,
    elsewhere: found?.elsewhere === true,
    next: now.next,
  });
}
