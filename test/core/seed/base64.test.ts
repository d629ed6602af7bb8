import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64Lines } from '../../../src/core/seed/base64.ts';

it('is what others read as the same bytes, in lines that mail carries', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = base64Lines(bytes);
      expect(Buffer.from(text, 'base64')).toEqual(Buffer.from(bytes));
      expect(text.replaceAll('\n', '')).toBe(Buffer.from(bytes).toString('base64'));
      expect(text.split('\n').every((line) => line.length <= 76)).toBe(true);
    }),
  );
});
