import type { NodeName } from '../names.ts';
import type { ExistingNode } from './existing-node.ts';
import type { DesiredNode, TakenAddress } from './plan.ts';

/**
 * Desired addresses that another existing node holds. A destroyed node's address is free; an address that a node holds
 * itself is its own. `wanted` is the whole deployment, also outside the scope: an address has one holder in all of it.
 */
export function takenAddresses(
  wanted: readonly DesiredNode[],
  { existing, ...all }: Among & { readonly existing: ReadonlyMap<string, ExistingNode> },
): readonly TakenAddress[] {
  const holders = [...existing.values()].map(({ record }) => record);
  const taken = wanted.flatMap(({ spec }): readonly Taken[] => {
    if (existing.get(spec.name)?.record.address === spec.address) return [];
    const holder = holders.find((record) => record.address === spec.address);
    if (holder === undefined) return [];
    const moves = holder.life === 'committed' && wanted.some((node) => node.spec.name === holder.name);
    return [{ node: spec.name, address: spec.address, holder: holder.name, freedBy: moves ? 'recreate' : 'destroy' }];
  });
  return taken.map((each) => ({ ...each, next: freeingCommand(each, { ...all, taken }) }));
}

interface Among {
  readonly drift: 'drift' | 'no drift';
  /** Nodes that their own command would be refused for. */
  readonly hindering: readonly NodeName[];
}

type Taken = Omit<TakenAddress, 'next'>;

/** Nodes that moved in a circle can only move together, so the command names the whole chain of holders. */
function freeingCommand(taken: Taken, all: Among & { readonly taken: readonly Taken[] }): TakenAddress['next'] {
  const isRefused = (names: readonly NodeName[]) => names.some((name) => all.hindering.includes(name));
  if (taken.freedBy === 'destroy') return isRefused([taken.holder]) ? null : ['destroy', taken.holder];
  if (all.drift === 'drift') return all.hindering.length > 0 ? null : ['recreate'];
  const chain: NodeName[] = [];
  let link: Taken | undefined = taken;
  while (link?.freedBy === 'recreate' && !chain.includes(link.holder)) {
    const { holder: mover }: Taken = link;
    chain.push(mover);
    link = all.taken.find((each) => each.node === mover);
  }
  return isRefused(chain) ? null : ['recreate', ...chain];
}
