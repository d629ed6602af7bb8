import { describe, expect, test } from 'vitest';
import type { ClaimedName } from '../../../src/core/plan/claimed-names.ts';
import { freeNames } from '../../../src/core/plan/free-names.ts';
import type { NodeName } from '../../../src/core/names.ts';

const wanted = ['a', 'b', 'c', 'd'] as readonly string[] as readonly NodeName[];

interface Case {
  readonly title: string;
  /** `a < b`: a is to have a name that b holds. */
  readonly claims: readonly string[];
  /** What settles each node; `up` where nothing is said. */
  readonly commands?: { readonly [node: string]: readonly string[] | null };
  /** What hands the first name over. */
  readonly next: readonly string[];
}

const cases: readonly Case[] = [
  { title: 'holder and taker together', claims: ['a < b'], next: ['up a b'] },
  { title: 'in the order of the manifest', claims: ['b < a'], next: ['up a b'] },
  { title: 'a chain', claims: ['a < b', 'b < c'], next: ['up a b c'] },
  { title: 'a circle', claims: ['a < b', 'b < a'], next: ['up a b'] },
  { title: 'two holders', claims: ['a < b', 'a < d'], next: ['up a b d'] },
  { title: 'a holder that is gone', claims: ['a < x'], commands: { x: ['destroy', 'x'] }, next: ['destroy x'] },
  { title: 'a holder that is gone and may not go', claims: ['a < x'], commands: { x: null }, next: [] },
  {
    title: 'a holder that waits for one that is gone',
    claims: ['a < b', 'b < x', 'b < y'],
    commands: { x: ['destroy', 'x'], y: ['destroy', 'y'] },
    next: ['destroy x y', 'up a b'],
  },
  {
    title: 'a holder that has to be recreated anyway',
    claims: ['a < b'],
    commands: { b: ['recreate', 'b'] },
    next: ['recreate b'],
  },
  { title: 'a holder that stays', claims: ['a < b'], commands: { a: ['recreate', 'a'] }, next: ['up b'] },
  {
    title: 'both have to be recreated',
    claims: ['a < b', 'b < a'],
    commands: { a: ['recreate', 'a'], b: ['recreate', 'b'] },
    next: ['recreate a b'],
  },
  {
    title: 'a circle of two kinds',
    claims: ['a < b', 'b < a'],
    commands: { a: ['recreate', 'a'] },
    next: ['recreate a b'],
  },
  {
    title: 'a holder whose address is in a circle with the node',
    claims: ['a < b', 'b < c'],
    commands: { a: ['recreate', 'c', 'a'], b: ['recreate', 'b'], c: ['recreate', 'a', 'c'] },
    next: ['recreate a b c'],
  },
  {
    title: 'a holder between others of another kind',
    claims: ['a < b', 'b < c', 'c < d'],
    commands: { b: ['recreate', 'b'], d: ['recreate', 'd'] },
    next: ['recreate d'],
  },
  {
    title: 'a holder that waits for an address',
    claims: ['a < b', 'b < c'],
    commands: { b: ['recreate', 'd'] },
    next: ['recreate d', 'up c'],
  },
  {
    title: 'a holder that is resized keeps its names until up',
    claims: ['a < b'],
    commands: { b: ['resize', 'b'] },
    next: ['resize b', 'up a b'],
  },
  {
    title: 'everything is recreated',
    claims: ['a < b'],
    commands: { a: ['recreate'], b: ['recreate'] },
    next: ['recreate'],
  },
];

describe('what hands a name over', () => {
  test.each(cases)('$title', ({ claims, commands = {}, next }) => {
    const claimed = claims.map((claim): ClaimedName => {
      const [node, holder] = claim.split(' < ') as [NodeName, NodeName];
      return { node, holder, name: `alias-of-${holder}` };
    });
    const settling = new Map(wanted.map((name): [NodeName, readonly string[] | null] => [name, ['up', name]]));
    for (const [name, words] of Object.entries(commands)) settling.set(name as NodeName, words);
    const [first] = freeNames(claimed, { commands: settling, wanted, creations: new Set() });
    expect(first?.next.map((words) => words.join(' '))).toEqual(next);
  });
});
