import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellQuote } from '../../src/ui/shell-quote.ts';

describe('shellQuote', () => {
  it('leaves plain words alone', () => {
    expect(shellQuote(['paddock', 'up', '-f', './lab.yml', 'node-1'])).toBe('paddock up -f ./lab.yml node-1');
  });

  it('is read back by a shell as the same words', () => {
    const words = [
      '',
      'two words',
      "it's",
      '$HOME',
      '`id`',
      'a;b',
      '*',
      'ü',
      'tab\there',
      '"',
      '\\',
      'new\nline',
      '~',
      '#',
    ];
    const line = `printf '%s\\0' ${shellQuote(words)}`;
    expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(words);
  });
});
