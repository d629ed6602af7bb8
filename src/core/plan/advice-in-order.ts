import type { NextCommand } from '../failure-class.ts';

/**
 * Commands that make room come before those that need it: an address, a name and what all nodes share are free only when
 * their holder is gone or has followed. What only looks or mends comes first.
 */
const places = new Map(['destroy', 'recreate', 'resize', 'up'].map((command, index) => [command, index + 1]));

/** Advice of several refusals as it can be followed from the first command to the last, and no node is named to one twice. */
export function adviceInOrder(advised: readonly NextCommand[]): readonly NextCommand[] {
  const ordered = [...advised].sort((a, b) => adviceRank(a) - adviceRank(b));
  return ordered.filter((each, index) => {
    const isSaid = ordered.slice(0, index).some((other) => isWithin(each, other));
    return !isSaid && !ordered.slice(index + 1).some((other) => isWithin(each, other) && !isWithin(other, each));
  });
}

/** Where a command stands among those that are advised together. */
export function adviceRank([command = '']: NextCommand): number {
  return places.get(command) ?? 0;
}

/** Whether one command does all that the other does; without names it means every node. */
function isWithin([command = '', ...names]: NextCommand, [other, ...others]: NextCommand): boolean {
  if (command !== other) return false;
  const isPlain = places.has(command) && ![...names, ...others].some((word) => word.startsWith('-'));
  if (!isPlain) return names.join(' ') === others.join(' ');
  return others.length === 0 || (names.length > 0 && names.every((name) => others.includes(name)));
}
