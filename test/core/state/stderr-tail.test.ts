import { describe, expect, it } from 'vitest';
import { stderrTail } from '../../../src/core/state/stderr-tail.ts';

describe('stderrTail', () => {
  it.each([
    ['keeps a short text', 'one\ntwo', 'one\ntwo'],
    ['drops blank ends', 'one\n\n', 'one'],
    [
      'keeps the last twenty lines',
      Array.from({ length: 30 }, (_, i) => String(i)).join('\n'),
      Array.from({ length: 20 }, (_, i) => String(i + 10)).join('\n'),
    ],
    ['begins with a line', `${'a'.repeat(3000)}\n${'b'.repeat(3000)}\nend`, `${'b'.repeat(3000)}\nend`],
    ['keeps the last 4 KiB', 'a'.repeat(5000), 'a'.repeat(4096)],
    ['counts bytes and cuts between characters', 'é'.repeat(3000), 'é'.repeat(2048)],
    ['never cuts a pair', `x${'😀'.repeat(1100)}`, '😀'.repeat(1024)],
    ['counts three-byte characters', '€'.repeat(2000), '€'.repeat(1365)],
  ])('%s', (_, text, expected) => {
    expect(stderrTail(text)).toBe(expected);
  });
});
