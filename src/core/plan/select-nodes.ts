import { type Failure, failure } from '../failure.ts';
import type { NodeName } from '../names.ts';
import { nearestName } from '../nearest-name.ts';
import { fail, ok, type Result } from '../result.ts';

export interface Selectable {
  readonly name: NodeName;
  readonly address: string;
}

/**
 * The nodes that a command line names, in the order of `nodes`; null for all of them. Names are written out: a pattern,
 * an empty or a repeated name is more likely a mistake than a wish, and so is a list that names nothing.
 */
export function selectNodes(
  scope: readonly string[] | null,
  { nodes, skipped }: { readonly nodes: readonly Selectable[]; readonly skipped: readonly NodeName[] },
): Result<readonly NodeName[] | null> {
  if (scope === null) return ok(null);
  if (scope.length === 0) return fail(emptyName(nodes));
  const failures = scope.flatMap((name, index): readonly Failure[] => {
    if (nodes.some((node) => node.name === name)) {
      return scope.indexOf(name) === index ? [] : [failure('node_repeated', { name })];
    }
    return [wrongName(name, { nodes, skipped })];
  });
  if (failures.length > 0) return fail(...failures);
  return ok(nodes.map((node) => node.name).filter((name) => scope.includes(name)));
}

function wrongName(
  name: string,
  { nodes, skipped }: { readonly nodes: readonly Selectable[]; readonly skipped: readonly NodeName[] },
): Failure {
  if (name.trim() === '') return emptyName(nodes);
  if (/[*?[\]{}!]/u.test(name)) return failure('node_pattern', { name });
  if (skipped.some((host) => host === name)) return failure('node_skipped', { name });
  const byAddress = nodes.find((node) => node.address === name)?.name;
  const nearest =
    byAddress ??
    nearestName(
      name,
      nodes.map((node) => node.name),
    );
  return failure('unknown_node', { name, nearest });
}

function emptyName(nodes: readonly Selectable[]): Failure {
  return failure('node_name_empty', { known: nodes.map((node) => node.name) });
}
