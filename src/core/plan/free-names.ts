import type { NextCommand } from '../failure-class.ts';
import type { NodeName } from '../names.ts';
import type { ClaimedName } from './claimed-names.ts';
import type { HeldName } from './plan.ts';

export interface Freeing {
  /** Every node of the plan, with the command that would settle it if no name were held; null where there is none. */
  readonly commands: ReadonlyMap<NodeName, NextCommand | null>;
  /** Nodes that the manifest wants, in its order. */
  readonly wanted: readonly NodeName[];
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
  const holders = holdersBehind(node, claimed);
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

/** Everybody whose name has to move before this node can have its own. */
function holdersBehind(node: NodeName, claimed: readonly ClaimedName[]): readonly NodeName[] {
  const behind = new Set<NodeName>();
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const asked = next;
    const holders = claimed
      .filter((each) => each.node === asked && !behind.has(each.holder))
      .map(({ holder }) => holder);
    for (const holder of holders) behind.add(holder);
    waiting.push(...holders);
  }
  return [...behind];
}

function wordsBehind(command: string, advised: NextCommand | null | undefined): readonly string[] {
  return advised?.[0] === command ? advised.slice(1) : [];
}

/** One command that takes the names from these holders; null where they need different ones, each of them the other's. */
function takingTogether(
  node: NodeName,
  {
    rest,
    claimed,
    freeing: { commands, wanted },
  }: { readonly rest: readonly NodeName[]; readonly claimed: readonly ClaimedName[]; readonly freeing: Freeing },
): NextCommand | null {
  // A resize leaves names as they are: after it they are for `up`.
  const verb = (name: NodeName): string => (commands.get(name)?.[0] === 'recreate' ? 'recreate' : 'up');
  const whole = rest.map((name) => commands.get(name)).find((command) => command?.length === 1);
  if (whole !== undefined && whole !== null) return whole;
  for (const command of ['up', 'recreate']) {
    for (const group of [isByItself(node, commands.get(node)) ? [node, ...rest] : rest, rest]) {
      const names = wanted.filter((name) => group.includes(name) && verb(name) === command);
      const isClosed = claimed.every(
        (each) => !names.includes(each.node) || names.includes(each.holder) || !wanted.includes(each.holder),
      );
      if (isClosed && names.some((name) => rest.includes(name))) return [command, ...names];
    }
  }
  return null;
}
