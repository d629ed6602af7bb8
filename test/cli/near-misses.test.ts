import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { nearMisses } from '../../src/cli/near-misses.ts';

const names = commands.map((command) => command.name);

describe('nearMisses', () => {
  it.each([
    ['halt', ['stop']],
    ['rm', ['destroy']],
    ['apply', ['up']],
    ['ps', ['status']],
    ['delete', ['destroy']],
    ['recrate', ['recreate']],
    ['versoin', ['version']],
    ['xyzzy', []],
  ])('%s: %j', (typed, expected) => {
    expect(nearMisses(typed, names)).toEqual(expected);
  });

  it('never is a command itself: no alias deletes', () => {
    for (const word of ['down', 'halt', 'rm', 'apply', 'delete', 'remove', 'clean']) expect(names).not.toContain(word);
  });
});
