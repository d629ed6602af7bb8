import type { NextCommand } from '../failure-class.ts';
import type { NodeName } from '../names.ts';
import type { ClaimedName } from './claimed-names.ts';
import type { HeldName } from './plan.ts';

export interface Freeing {
  /** Every node of the plan, with the command that would settle it if no name were held; null where there is none. */
  readonly commands: ReadonlyMap<NodeName, NextCommand | null>;
  /** Nodes that the manifest wants, in its order. */
  readonly wanted: readonly NodeName[];
  /** Nodes that are to be created, or were not quite: they cannot be recreated. */
  readonly creations: ReadonlySet<NodeName>;
}

/** Each claimed name with the commands that hand it over. */
export function freeNames(claimed: readonly ClaimedName[], freeing: Freeing): readonly HeldName[] {
  return claimed.map((each): HeldName => {
    const freedBy = freeing.wanted.includes(each.holder) ? 'apply' : 'destroy';
    return { ...each, freedBy, next: handingOver(each.node, claimed, freeing) };
  });
}

/**
 * Holders that are wanted no more go first; the others give their names up together with the node, because names may have
 * moved in a circle. Empty where one of the holders cannot be settled as the manifest stands.
 */
function handingOver(node: NodeName, claimed: readonly ClaimedName[], freeing: Freeing): readonly NextCommand[] {
  const { commands } = freeing;
  const holders = nodesBehind(node, claimed, freeing);
  if (holders.some((holder) => (commands.get(holder) ?? null) === null)) return [];
  const before = ['destroy', 'recreate', 'resize'].flatMap((command): readonly NextCommand[] => {
    const needed = holders.filter((holder) => command === 'resize' || !isByItself(holder, commands.get(holder)));
    const names = needed.flatMap((holder) => wordsBehind(command, commands.get(holder)));
    return names.length === 0 ? [] : [[command, ...new Set(names)]];
  });
  const rest = holders.filter((holder) => isByItself(holder, commands.get(holder)));
  if (rest.length === 0) return before;
  const together = takingTogether(node, { rest, claimed, freeing });
  return together === null ? before : [...before, together];
}

/** Whether the command settles this node in its place, and not another that has to go or move before. */
function isByItself(name: NodeName, command: NextCommand | null | undefined): boolean {
  const [verb, ...names] = command ?? ['destroy'];
  return verb !== 'destroy' && (names.length === 0 || names.includes(name));
}

/** Everybody who has to act before this node can have its names, or together with it. */
function nodesBehind(
  node: NodeName,
  claimed: readonly ClaimedName[],
  { commands, wanted }: Freeing,
): readonly NodeName[] {
  const behind = new Set([node]);
  for (const asked of behind) {
    for (const each of claimed) if (each.node === asked) behind.add(each.holder);
    for (const name of partnersOf(asked, { commands, wanted })) behind.add(name);
  }
  behind.delete(node);
  return [...behind];
}

/** Nodes that a node can only be settled together with, itself among them. */
function partnersOf(name: NodeName, { commands, wanted }: Pick<Freeing, 'commands' | 'wanted'>): readonly NodeName[] {
  const command = commands.get(name);
  return isByItself(name, command) ? wanted.filter((other) => command?.slice(1).includes(other)) : [];
}

function wordsBehind(command: string, advised: NextCommand | null | undefined): readonly string[] {
  return advised?.[0] === command ? advised.slice(1) : [];
}

interface Together {
  readonly rest: readonly NodeName[];
  readonly claimed: readonly ClaimedName[];
  readonly freeing: Freeing;
}

/** The first command that takes names from these holders and needs nothing else before it. */
function takingTogether(node: NodeName, together: Together): NextCommand | null {
  const { rest, freeing } = together;
  const { commands, wanted, creations } = freeing;
  const whole = rest.map((name) => commands.get(name)).find((command) => command?.length === 1);
  if (whole !== undefined && whole !== null) return whole;
  // A resize leaves names as they are: after it they are for `up`.
  const verb = (name: NodeName): string => (commands.get(name)?.[0] === 'recreate' ? 'recreate' : 'up');
  const all = isByItself(node, commands.get(node)) ? [node, ...rest] : rest;
  for (const command of ['up', 'recreate']) {
    for (const group of [all, rest, ...rest.map((name) => [name])]) {
      const names = wanted.filter((name) => group.includes(name) && verb(name) === command);
      if (isClosed(names, together) && names.some((name) => rest.includes(name))) return [command, ...names];
    }
  }
  // A circle of which one node has to be recreated: the names move at once or not at all, so all of it is.
  const names = wanted.filter((name) => all.includes(name));
  return isClosed(names, together) && !names.some((name) => creations.has(name)) ? ['recreate', ...names] : null;
}

/** Whether these nodes wait for nobody but each other and those that go before. */
function isClosed(names: readonly NodeName[], { claimed, freeing }: Together): boolean {
  const isMet = ({ node, holder }: ClaimedName): boolean =>
    !names.includes(node) || names.includes(holder) || !freeing.wanted.includes(holder);
  const partners = names.flatMap((name) => partnersOf(name, freeing));
  return claimed.every(isMet) && partners.every((name) => names.includes(name));
}
