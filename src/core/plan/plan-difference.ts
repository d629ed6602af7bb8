import type { PlanFailures } from '../failure/plan.ts';
import { changeWords } from './change-words.ts';

/** Where two plans differ, for people, as far as their hashes tell. */
export function planDifference({ changed, shared, elsewhere }: PlanFailures['plan_changed']): string {
  const words = [
    ...changed.map(({ node, now, changes }) => `${node} (now ${[now, ...changes.map(changeWords)].join(', ')})`),
    ...(shared === null ? [] : [`what all nodes share${sharedWords(shared)}`]),
    ...(elsewhere ? ['a node that is not in it now'] : []),
  ];
  return words.length === 0 ? 'where they differ cannot be told from that hash' : `it differs in ${words.join(', ')}`;
}

function sharedWords(changes: NonNullable<PlanFailures['plan_changed']['shared']>): string {
  return changes.length === 0 ? '' : ` (now ${changes.map(changeWords).join(', ')})`;
}
