import type { NodeName } from '../names.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import type { ExistingNode } from './existing-node.ts';
import type { DesiredNode } from './plan.ts';

/** A name or alias that a node is to answer to and another existing node still answers to. */
export interface ClaimedName {
  readonly node: NodeName;
  readonly name: string;
  readonly holder: NodeName;
}

/**
 * Names that move from one node to another, of the whole deployment: within the manifest they are unique, but a node
 * that stays out of a command keeps the names that it was applied with.
 */
export function claimedNames(
  wanted: readonly DesiredNode[],
  existing: ReadonlyMap<string, ExistingNode>,
): readonly ClaimedName[] {
  const holders = new Map<string, NodeName>();
  for (const { record, compared } of existing.values()) {
    for (const name of namesOf(compared.spec)) holders.set(name, record.name);
  }
  return wanted.flatMap(({ spec }) => {
    const own = existing.get(spec.name);
    const kept = own === undefined ? [] : namesOf(own.compared.spec);
    return namesOf(spec).flatMap((name): readonly ClaimedName[] => {
      const holder = holders.get(name);
      if (holder === undefined || holder === spec.name || kept.includes(name)) return [];
      return [{ node: spec.name, name, holder }];
    });
  });
}

function namesOf({ name, aliases }: NodeSpec): readonly string[] {
  return [name, ...aliases];
}
