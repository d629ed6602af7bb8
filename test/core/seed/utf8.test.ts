import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../src/core/seed/utf8.ts';

describe('encodeUtf8', () => {
  it.each([
    ['', []],
    ['a', [0x61]],
    ['é', [0xc3, 0xa9]],
    ['€', [0xe2, 0x82, 0xac]],
    ['😀', [0xf0, 0x9f, 0x98, 0x80]],
    ['\ud800', [0xef, 0xbf, 0xbd]],
  ])('encodes %j', (text, bytes) => {
    expect([...encodeUtf8(text)]).toEqual(bytes);
  });

  it('agrees with the encoder of the platform', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect([...encodeUtf8(text)]).toEqual([...new TextEncoder().encode(text)]);
      }),
    );
  });
});
