import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/cli/command.ts';
import { parseCommandLine } from '../../src/cli/program.ts';

function command(name: string, over: Partial<Command> = {}): Command {
  return {
    name,
    summary: `does ${name}`,
    arguments: [],
    options: [],
    examples: [],
    run: () => Promise.resolve({ kind: 'passed_through', exit: 0 }),
    ...over,
  };
}

const table = [
  command('up', {
    arguments: [{ name: 'node', required: false, variadic: true, description: 'nodes' }],
    options: [
      { flags: '-f, --file <path>', description: 'manifest' },
      { flags: '--no-wait', description: 'do not wait' },
    ],
    examples: ['paddock up node-1'],
  }),
  command('exec', {
    takesGuestWords: true,
    arguments: [
      { name: 'node', required: true, variadic: false, description: 'node' },
      { name: 'command', required: true, variadic: true, description: 'words' },
    ],
  }),
  command('image list'),
  command('image build', { arguments: [{ name: 'recipe', required: true, variadic: false, description: 'recipe' }] }),
  command('resize', { acceptsAnything: true }),
];

function parsed(...argv: string[]) {
  const line = parseCommandLine(argv, table);
  if (line.kind !== 'run') throw new Error(`not run: ${JSON.stringify(line)}`);
  return { name: line.command.name, ...line.typed, global: line.global };
}

function problem(...argv: string[]): string {
  const line = parseCommandLine(argv, table);
  return line.kind === 'wrong' ? JSON.stringify(line.failures) : line.kind;
}

describe('parseCommandLine', () => {
  it('takes nodes and options', () => {
    expect(parsed('up', 'a', '-f', 'x.yml', 'b')).toMatchObject({
      name: 'up',
      arguments: ['a', 'b'],
      options: { file: 'x.yml' },
    });
  });

  it.each([
    [['--json', 'up'], 'json'],
    [['up', '--json'], 'json'],
    [['up', 'a', '--yaml'], 'yaml'],
    [['up'], 'text'],
  ])('reads global options wherever they stand: %j', (argv, format) => {
    expect(parsed(...argv).global.format).toBe(format);
  });

  it('leaves words after -- alone', () => {
    const { arguments: words, global } = parsed('exec', 'n', '--', 'ls', '-l', '--json', '', '$HOME');
    expect(words).toEqual(['n', 'ls', '-l', '--json', '', '$HOME']);
    expect(global.format).toBe('text');
  });

  it.each([
    [
      ['exec', 'n', 'echo', '--json'],
      ['n', 'echo', '--json'],
    ],
    [
      ['exec', 'n', 'ls', '--help'],
      ['n', 'ls', '--help'],
    ],
    [
      ['exec', 'n', 'uname', '-a'],
      ['n', 'uname', '-a'],
    ],
    [
      ['-v', '--home', 'up', 'exec', 'n', 'sh', '-c', 'x', '--home', 'y'],
      ['n', 'sh', '-c', 'x', '--home', 'y'],
    ],
    [
      ['exec', 'n', 'git', 'log', '--', 'file'],
      ['n', 'git', 'log', '--', 'file'],
    ],
    [
      ['exec', 'n', '--', 'git', 'log', '--', 'file'],
      ['n', 'git', 'log', '--', 'file'],
    ],
    [
      ['exec', '--', 'n', 'uname', '-a'],
      ['n', 'uname', '-a'],
    ],
  ])('leaves the words of a guest command as they are: %j', (argv, words) => {
    const line = parsed(...argv);
    expect(line.arguments).toEqual(words);
    expect(line.global.format).toBe('text');
  });

  it.each([
    [['--json', 'exec', 'n', 'ls', '-l']],
    [['exec', '--json', 'n', 'ls', '-l']],
    [['exec', 'n', '--json', 'ls', '-l']],
  ])('takes our own options before the first word of the guest: %j', (argv) => {
    expect(parsed(...argv)).toMatchObject({ arguments: ['n', 'ls', '-l'], global: { format: 'json' } });
  });

  it.each([
    [['help', 'nope'], '"name":"nope","suggested":[]'],
    [['help', 'halt'], '"name":"halt","suggested":["paddock stop"]'],
    [['help', 'ressize'], '"name":"ressize","suggested":["paddock resize"]'],
  ])('knows no help for what is no command: %j', (argv, words) => {
    expect(problem(...argv)).toContain(words);
  });

  it('finds commands of two words', () => {
    expect(parsed('image', 'build', 'mini')).toMatchObject({ name: 'image build', arguments: ['mini'] });
  });

  it('accepts anything after a command that is only announced', () => {
    expect(parsed('resize', 'node-1', '--yes', '--whatever=3').name).toBe('resize');
  });

  it.each([
    [['up', '--nope'], 'unknown option'],
    [['up', '-f'], 'argument missing'],
    [['up', '--json', '--yaml'], 'cannot be used with'],
    [['exec', 'n'], 'missing required argument'],
    [['image', 'list', 'x'], 'too many arguments'],
    [['image'], 'a command is missing'],
    [['image', 'pull'], 'image build'],
    [['--home'], 'argument missing'],
  ])('%j is a usage error', (argv, words) => {
    expect(problem(...argv)).toContain(words);
    expect(problem(...argv)).toMatch(/usage_error|unknown_command/);
  });

  it.each([
    [['-h'], 'Commands:'],
    [['help'], 'Commands:'],
    [[], 'Commands:'],
    [['up', '--help'], 'paddock up node-1'],
    [['help', 'up'], 'paddock up node-1'],
  ])('%j shows help', (argv, words) => {
    const line = parseCommandLine(argv, table);
    expect(line.kind === 'help' && line.text).toContain(words);
  });

  it('knows the version option beside others', () => {
    expect(parseCommandLine(['--json', '--version'], table)).toEqual({ kind: 'version' });
  });
});
