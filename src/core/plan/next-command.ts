import { unreachable } from '../unreachable.ts';
import type { HeldName, PlanNode, TakenAddress } from './plan.ts';

export interface NextContext {
  readonly drift: 'drift' | 'no drift';
  readonly takenAddresses: readonly TakenAddress[];
  /** Nodes with a variable that this version cannot act on. */
  readonly unsupported: ReadonlySet<string>;
  /** `moves`: all that is left is for `up` to do, and the nodes have to hear of another control node together. */
  readonly role: 'moves' | 'stays';
  /** Whether the whole deployment may be recreated. */
  readonly wholeRecreate: 'open' | 'hindered';
}

/** The words after `paddock` that settle this node or bring it one step nearer; null where there is nothing to run. */
export function nextCommand(node: Omit<PlanNode, 'next'>, context: NextContext): readonly string[] | null {
  if (node.settled || node.obstacles.length > 0) return null;
  const { name, outcome, committed } = node;
  if (committed?.life === 'destroying') return ['destroy', name];
  if (committed?.life === 'creating' && outcome !== 'create') return ['destroy', name];
  const taken = context.takenAddresses.find((each) => each.node === name);
  switch (outcome) {
    case 'create':
      if (taken !== undefined) return taken.next;
      if (context.drift === 'drift') return wholeRecreate(context);
      return context.unsupported.has(name) ? null : ['up', name];
    case 'unchanged':
      if (context.unsupported.has(name)) return null;
      return context.role === 'moves' ? ['up'] : ['up', name];
    case 'resize':
      return ['resize', name];
    case 'recreate':
      return taken === undefined ? ['recreate', name] : taken.next;
    case 'missing':
      return ['destroy', name];
    case 'envelope-drift':
      return wholeRecreate(context);
    default:
      return unreachable(outcome);
  }
}

function wholeRecreate({ wholeRecreate: may }: NextContext): readonly string[] | null {
  return may === 'open' ? ['recreate'] : null;
}

/** The same, where a name is held: what takes names for this node alone would be refused. */
export function nextDespiteHeldNames(
  { name, next }: Pick<PlanNode, 'name' | 'next'>,
  heldNames: readonly HeldName[],
): readonly string[] | null {
  const [verb, ...names] = next ?? [];
  if (verb !== 'up' && verb !== 'recreate') return next;
  // Without names a command is for all nodes, and every name moves; with other names it makes room for this one first.
  const concerned = heldNames.filter(({ node }) => names.includes(node));
  const held = concerned.find(({ node }) => node === name) ?? concerned[0];
  return held === undefined ? next : (held.next[0] ?? null);
}
