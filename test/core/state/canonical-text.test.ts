import * as fc from 'fast-check';
import stringify from 'fast-json-stable-stringify';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../../../src/core/state/canonical-text.ts';

describe('canonicalText', () => {
  it('is what fast-json-stable-stringify gives, for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalText(value)).toBe(stringify(value));
      }),
    );
  });

  it('does not depend on the order of keys', () => {
    expect(canonicalText({ b: [1, { d: 2, c: null }], a: 'é"' })).toBe('{"a":"é\\"","b":[1,{"c":null,"d":2}]}');
  });

  it('sees what was replaced next to what is shared', () => {
    const shared = { deep: [1, 2, 3] };
    expect(canonicalText({ shared, n: 1 })).toBe('{"n":1,"shared":{"deep":[1,2,3]}}');
    expect(canonicalText({ shared, n: 2 })).toBe('{"n":2,"shared":{"deep":[1,2,3]}}');
  });
});
