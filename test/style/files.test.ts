import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'test', '.ci'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path));

const linesOf = (path: string): number => readFileSync(join(root, path), 'utf8').split('\n').length - 1;

describe('files', () => {
  it('are there', () => {
    expect(files.length).toBeGreaterThan(100);
  });

  it('have at most 300 lines', () => {
    expect(files.filter((path) => linesOf(path) > 300)).toEqual([]);
  });

  it('have a median under 90 lines in src', () => {
    const lengths = files
      .filter((path) => path.startsWith('src/'))
      .map(linesOf)
      .sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(90);
  });

  it('are named after an idea', () => {
    const vague = /^(utils?|helpers?|types?|common|misc|manager|service|index)\.(ts|tsx)$/;
    expect(files.filter((path) => vague.test(basename(path)))).toEqual([]);
  });
});
