import type { StateDocument } from '../state/document.ts';
import { unreachable } from '../unreachable.ts';
import { deletedWith } from './deleted-with.ts';
import { isProtected } from './is-protected.ts';
import { keptDiskMisfits } from './kept-disk-misfits.ts';
import type { Obstacle } from './obstacle.ts';
import type { DesiredNode, PlanNode } from './plan.ts';

type Planned = Pick<PlanNode, 'name' | 'outcome' | 'committed' | 'desired'>;

/** What keeps the command that settles this node from being carried out, by the record alone. */
export function findObstacles(node: Planned, document: StateDocument | null): readonly Obstacle[] {
  const { name, outcome, committed, desired } = node;
  if (document === null || committed?.life === 'destroying' || committed?.life === 'creating') return [];
  const wasProtected = document.deployment?.applied[name]?.protect === true;
  const guarded = desired === null ? wasProtected : isProtected({ desired, wasProtected });
  switch (outcome) {
    case 'missing':
      return guarded ? [{ kind: 'protected', command: 'destroy' }] : [];
    case 'recreate':
    case 'envelope-drift':
      return [
        ...(guarded ? [{ kind: 'protected', command: 'recreate' } as const] : []),
        ...keptDiskObstacles(desired, document),
      ];
    case 'create':
      return keptDiskObstacles(desired, document);
    case 'resize':
    case 'unchanged':
      return [];
    default:
      return unreachable(outcome);
  }
}

function keptDiskObstacles(desired: DesiredNode | null, document: StateDocument): readonly Obstacle[] {
  if (desired === null) return [];
  return keptDiskMisfits(desired.spec, document).map(({ path, problem, remedy }) => {
    return { kind: 'kept_disk', path, problem, remedy, deletedWith: deletedWith(document, desired.spec) } as const;
  });
}
