import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src/core/spec/canonical-json.ts';

test('keys are sorted by code unit, at every depth', () => {
  expect(canonicalJson({ b: [{ z: 1, a: null }], B: 'é', 'a-b': true, a: 0.5 })).toBe(
    '{"B":"é","a":0.5,"a-b":true,"b":[{"a":null,"z":1}]}',
  );
});

const lossy: readonly (readonly [string, unknown])[] = [
  ['undefined', { a: undefined }],
  ['undefined in a list', [undefined]],
  ['a hole in a list', new Array(1)],
  ['NaN', { a: Number.NaN }],
  ['infinity', [Number.POSITIVE_INFINITY]],
  ['minus zero', -0],
  ['a bigint', { a: 1n }],
  ['a function', { a: () => 1 }],
  ['a symbol', Symbol('a')],
  ['a symbol key', { [Symbol('a')]: 1 }],
  ['a date', new Date(0)],
  ['a map', new Map([['a', 1]])],
  ['a toJSON', { toJSON: () => 1 }],
];

test.each(lossy)('%s is refused', (_name, value) => {
  expect(() => canonicalJson(value)).toThrow(/^not JSON at /);
});

test('the complaint names the place', () => {
  expect(() => canonicalJson({ node: { disks: [{ sizeBytes: Number.NaN }] } })).toThrow(
    'not JSON at node.disks.0.sizeBytes: NaN',
  );
});

/** JSON has no minus zero. */
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);

test('the canonical form is injective: it reads back as the value it was made from', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(value);
    }),
  );
});

test('the order in which keys were written is not in it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed());
      expect(canonicalJson(reversed)).toBe(canonicalJson(value));
    }),
  );
});
