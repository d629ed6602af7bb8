import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { remoteCommand } from '../../../src/core/guest/remote-command.ts';

describe('remoteCommand', () => {
  it.each([
    [['ls', '-l'], "'ls' '-l'"],
    [["it's"], "'it'\\''s'"],
    [['time', 'A=b', '', '*'], "'time' 'A=b' '' '*'"],
  ])('quotes %j', (words, line) => {
    expect(remoteCommand(words)).toBe(line);
  });

  it('is read back by a shell as the same words', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const seen = execFileSync('sh', ['-c', `printf '%s\\0' ${remoteCommand(words)}`], { encoding: 'utf8' });
        expect(seen.split('\0').slice(0, -1)).toEqual(words);
      }),
      { numRuns: 40 },
    );
  });
});
