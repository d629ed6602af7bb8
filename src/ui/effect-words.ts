import type { Effects, Outcome, PlanNode } from '../core/plan/plan.ts';
import { unreachable } from '../core/unreachable.ts';

/** What the resolving command does to the node, one line for people; null where there is nothing to say. */
export function effectWords({ outcome, effects }: Pick<PlanNode, 'outcome' | 'effects'>): string | null {
  const words = [manner(outcome, effects), clause('replaces', effects.replaces), clause('deletes', effects.removes)];
  const kept = clause(outcome === 'create' ? 'attaches again' : 'keeps', effects.keeps);
  const told = [...words, kept].filter((word) => word !== null);
  return told.length === 0 ? null : told.join('; ');
}

function manner(outcome: Outcome, { starts, restarts }: Effects): string | null {
  switch (outcome) {
    case 'create':
      return 'makes its disks and starts it';
    case 'unchanged':
      return starts ? 'is stopped, up starts it' : null;
    case 'resize':
      return restarts ? 'stops and starts the same VM' : 'stops nothing';
    case 'recreate':
    case 'envelope-drift':
      return restarts ? 'stops the VM and makes a new one' : 'makes a new VM';
    case 'missing':
      return 'not in the manifest any more';
    default:
      return unreachable(outcome);
  }
}

function clause(verb: string, artifacts: readonly string[]): string | null {
  return artifacts.length === 0 ? null : `${verb} ${artifacts.join(', ')}`;
}
