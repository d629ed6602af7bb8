import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lanedHash, laneDifference } from '../../../src/core/plan/laned-hash.ts';
import { sha256 } from './model-lab.ts';

const hashOf = (shared: unknown, named: { readonly [name: string]: unknown }): string =>
  lanedHash({ shared, named: new Map(Object.entries(named)) }, sha256);

describe('a hash with lanes', () => {
  const nodes = { meta: 1, 'node-1': 1, 'node-2': 1, 'node-3': 1 };
  const names = Object.keys(nodes);
  const before = hashOf('shared', nodes);

  test('tells which name differs', () => {
    const after = hashOf('shared', { ...nodes, 'node-2': 2 });
    expect(laneDifference(before, after, names)).toEqual({ shared: false, names: ['node-2'], elsewhere: false });
  });

  test('tells that what is shared differs', () => {
    expect(laneDifference(before, hashOf('other', nodes), names)).toEqual({
      shared: true,
      names: [],
      elsewhere: false,
    });
  });

  test('tells that a name is gone, and which one is new', () => {
    const { 'node-3': gone, ...fewer } = nodes;
    expect(gone).toBe(1);
    const after = hashOf('shared', fewer);
    expect(laneDifference(before, after, Object.keys(fewer))).toEqual({ shared: false, names: [], elsewhere: true });
    expect(laneDifference(after, before, names)).toEqual({ shared: false, names: ['node-3'], elsewhere: false });
  });

  test('tells nothing from what is no such hash', () => {
    expect(laneDifference('yesterday', before, names)).toBeNull();
    expect(laneDifference(before.slice(0, 32) + '0'.repeat(32), before, names)?.shared).toBe(true);
    expect(laneDifference(`${'0'.repeat(32)}${before.slice(32)}`, before, names)).toBeNull();
  });

  test('is the same in whatever order the names come, and never for other values', () => {
    const table = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}-[0-9]$/u), fc.integer(), { maxKeys: 8 });
    fc.assert(
      fc.property(table, table, (a, b) => {
        const turned = Object.fromEntries(Object.entries(a).reverse());
        expect(hashOf(null, turned)).toBe(hashOf(null, a));
        const same = JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
        expect(hashOf(null, a) === hashOf(null, b)).toBe(same);
      }),
    );
  });
});
