import { type Failure, failure } from '../failure.ts';
import type { PlanNode } from './plan.ts';

type Hindered = Pick<PlanNode, 'name' | 'obstacles'>;

/** What hinders these nodes, in the words of the refusals that their commands would meet. */
export function obstacleFailures(nodes: readonly Hindered[]): readonly Failure[] {
  const left = (['recreate', 'destroy'] as const).flatMap((command): readonly Failure[] => {
    const names = nodes.filter((node) => isProtectedFrom(node, command)).map(({ name }) => name);
    return names.length === 0 ? [] : [failure('node_protected', { nodes: names, command })];
  });
  const kept = nodes.flatMap(({ name: node, obstacles }) =>
    obstacles.flatMap((each): readonly Failure[] => {
      if (each.kind !== 'kept_disk') return [];
      const { path, problem, remedy, deletedWith } = each;
      return [failure('retained_incompatible', { node, path, problem, remedy, deletedWith })];
    }),
  );
  return [...left, ...kept];
}

function isProtectedFrom({ obstacles }: Hindered, command: 'recreate' | 'destroy'): boolean {
  return obstacles.some((each) => each.kind === 'protected' && each.command === command);
}
