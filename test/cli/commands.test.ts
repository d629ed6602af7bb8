import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { parseCommandLine } from '../../src/cli/program.ts';

const promised =
  'init validate plan up resize recreate destroy purge start stop restart reload status recover history ssh exec console cp provision logs ssh-config hosts network doctor setup explain completion version'.split(
    ' ',
  );

describe('the table of commands', () => {
  it('has every promised command, once', () => {
    const names = commands.map((command) => command.name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...promised,
        'disk list',
        'disk restore',
        'disk export',
        'image build',
        'image import',
        'image list',
      ]),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(commands.flatMap((command) => command.examples.map((example) => ({ name: command.name, example }))))(
    'the example parses: $example',
    ({ name, example }) => {
      const words = [...example.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
      const line = parseCommandLine(words.slice(1), commands);
      expect(line.kind === 'run' && line.command.name).toBe(name);
    },
  );

  it('lets plain ssh follow every command that can change the lab', () => {
    const changing = 'up resize recreate reload start stop restart destroy purge'.split(' ');
    const there = commands.filter((command) => changing.includes(command.name) && command.acceptsAnything !== true);
    expect(there.length).toBeGreaterThan(4);
    expect(there.filter((command) => command.changesLab !== true).map((command) => command.name)).toEqual([]);
  });

  it('says what each does in one line', () => {
    for (const { summary } of commands) expect(summary).toMatch(/^[a-z].{5,100}[^.]$/);
  });
});
