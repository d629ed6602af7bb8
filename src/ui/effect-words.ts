import type { PlanNode } from '../core/plan/plan.ts';
import { unreachable } from '../core/unreachable.ts';

/** What the resolving command does to the node, a line for what it does and one for what outlives it. */
export function effectWords(node: PlanNode): readonly string[] {
  const { outcome, effects } = node;
  const { introducedTo } = effects;
  const words = [
    manner(node),
    clause('replaces', effects.replaces),
    clause('deletes', effects.removes),
    clause('keeps', effects.keeps),
    clause('attaches again', effects.attaches),
    // Disks of their own are what a creation is about.
    outcome === 'create' ? null : clause('makes empty', effects.makes),
    introducedTo === null ? null : `tells ${introducedTo} its new host key`,
  ];
  const told = words.filter((word) => word !== null);
  // Where another kept disk takes the path, the manifest brings none back that says the same.
  const yields = (disk: string): boolean => effects.attaches.some((other) => other.startsWith(`${disk} (`));
  const aside = clause(
    'sets aside',
    effects.setsAside.filter((disk) => !yields(disk)),
  );
  const yielding = clause('sets aside', effects.setsAside.filter(yields));
  return [
    ...(told.length === 0 ? [] : [told.join('; ')]),
    ...(aside === null ? [] : [`${aside}, which its path in the manifest and another recreate bring back`]),
    ...(yielding === null ? [] : [`${yielding}, which does not fit the manifest, for the one that is attached again`]),
  ];
}

function manner(node: PlanNode): string | null {
  const { outcome, committed } = node;
  const { starts, restarts } = node.effects;
  if (committed?.life === 'destroying') return 'its destruction was begun';
  if (committed?.life === 'creating' && outcome !== 'create') return 'its creation never finished';
  switch (outcome) {
    case 'create':
      return committed === null ? 'makes its disks and starts it' : 'goes on with its creation';
    case 'unchanged':
      if (starts) return 'is stopped, up starts it';
      return node.settled ? null : 'stops nothing';
    case 'resize':
      return restarts ? 'stops and starts the same VM' : 'stops nothing';
    case 'recreate':
    case 'envelope-drift':
      return restarts ? 'stops the VM and makes a new one' : 'makes a new VM';
    case 'missing':
      return 'gone from the manifest, or skipped in it';
    default:
      return unreachable(outcome);
  }
}

function clause(verb: string, artifacts: readonly string[]): string | null {
  return artifacts.length === 0 ? null : `${verb} ${artifacts.join(', ')}`;
}
