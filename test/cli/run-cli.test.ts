import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../src/cli/commands.ts';
import { freshFolder, runTyped } from './run-typed.ts';

let home: string;

beforeEach(() => {
  home = freshFolder();
});

interface FailedDocument {
  readonly error: string;
  readonly reason: string;
  readonly next: readonly string[];
  readonly failures: readonly object[];
}

const lab = `all:
  vars: { vm_image: local-mini }
  hosts:
    10.10.10.10: { nodename: meta }
`;

describe('structured output', () => {
  it.each([
    [['--json', 'down'], 2, 'unknown_command'],
    [['--json', 'plan', '--nope'], 2, 'usage_error'],
    [['plan', '--json'], 2, 'manifest_not_found'],
    [['validate', '--json', '-f', 'absent.yml'], 2, 'manifest_not_found'],
    [['recreate', 'x', '--json'], 2, 'manifest_not_found'],
    [['network', 'x', '--json'], 2, 'command_not_available'],
    [['destroy', 'x', '--purge', '--json'], 2, 'usage_error'],
    [['exec', '--json'], 255, 'usage_error'],
    [['exec', 'meta', '--json', '--', 'true'], 255, 'no_deployment'],
    [['ssh', 'meta', '--json'], 255, 'no_deployment'],
    [['logs', 'meta', '--json', '--follow'], 2, 'usage_error'],
    [['logs', '--json', '--source', 'syslog'], 2, 'usage_error'],
  ])('%j prints one failure document and exits with %i', async (argv, exit, reason) => {
    const typed = await runTyped(argv, home);
    const document = JSON.parse(typed.stdout) as FailedDocument;
    expect({ exit: typed.exit, reason: document.reason }).toEqual({ exit, reason });
    expect(document.failures).not.toHaveLength(0);
    expect(Object.keys(document)).toEqual(
      expect.arrayContaining(['error', 'reason', 'message', 'nodes', 'next', 'left', 'operationId', 'command']),
    );
    expect(typed.stderr).toMatch(/^error: /);
  });

  it.each([['version'], ['help'], ['--help'], ['plan', '--help'], ['--version'], ['status'], ['init']])(
    '%s --json prints one result document',
    async (...argv) => {
      const typed = await runTyped([...argv, '--json'], home);
      expect(typed.exit).toBe(0);
      expect(typeof JSON.parse(typed.stdout)).toBe('object');
    },
  );

  it('is the same document in YAML', async () => {
    const json = await runTyped(['plan', '--json'], home);
    const yaml = await runTyped(['plan', '--yaml'], home);
    expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout));
  });
});

describe('values that are empty', () => {
  const valued = commands.flatMap((command) =>
    command.options
      .filter(({ flags }) => flags.includes('<'))
      .map(({ flags }) => [...command.name.split(' '), /--[a-z-]+/.exec(flags)?.[0] ?? '']),
  );

  it.each([...valued, ['purge', '--yes', '--home'], ['--home']])(
    '%s %s %s: is refused, and names the option',
    async (...words) => {
      const option = words.at(-1) ?? '';
      for (const argv of [
        [...words, ''],
        [...words.slice(0, -1), `${option}=`],
      ]) {
        const typed = await runTyped(argv, home);
        expect(typed).toMatchObject({ exit: 2, stdout: '' });
        expect(typed.stderr).toMatch(new RegExp(`^error: option '[^']*${option} <.*' was given an empty value`));
      }
    },
  );

  const argued = commands
    .filter(({ acceptsAnything }) => acceptsAnything !== true)
    .flatMap((command) =>
      command.arguments.filter(({ variadic }) => !variadic).map(({ name }) => ({ line: command.name, name, command })),
    );

  it.each(argued)('$line: an empty $name is one usage error', async ({ line, name, command }) => {
    const given = command.arguments.flatMap((each) => (each.name === name ? [''] : each.required ? ['x'] : []));
    const typed = await runTyped([...line.split(' '), ...given], home);
    expect(typed).toMatchObject({ exit: command.failureExit ?? 2, stdout: '' });
    expect(typed.stderr).toMatch(
      new RegExp(`^error: argument ${name} of ${line} is empty; [^\\n]*\\n(?:\\S+: .*\\n)?$`),
    );
    expect(typed.stderr.match(/^error:/gm)).toHaveLength(1);
  });

  it('stay among the words of a command of the guest', async () => {
    expect((await runTyped(['exec', 'n1', '--', 'printf', ''], home)).stderr).not.toContain('is empty');
  });

  it('do not make the default home out of an empty PADDOCK_HOME', async () => {
    for (const argv of [['purge', '--yes'], ['plan'], ['status']]) {
      const typed = await runTyped(argv, home, { env: { PADDOCK_HOME: '' } });
      expect(typed.exit).toBe(2);
      expect(typed.stderr).toMatch(/^error: PADDOCK_HOME is set but empty/);
    }
    const named = await runTyped(['status', '--home', join(home, 'h')], home, { env: { PADDOCK_HOME: '' } });
    expect(named.exit).toBe(0);
  });
});

describe('text output', () => {
  it('keeps stdout for results', async () => {
    const typed = await runTyped(['plan'], home);
    expect(typed).toEqual({
      exit: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: no manifest here.*\nnext: paddock init\n$/) as string,
    });
  });

  it('repeats the manifest and the home in what it advises', async () => {
    writeFileSync(join(home, 'my lab.yml'), lab);
    const typed = await runTyped(['--home', join(home, 'a b'), 'plan', '-f', 'my lab.yml'], home);
    expect(typed.stdout).toContain(`next: paddock --home '${home}/a b' up -f 'my lab.yml' meta`);
  });

  it('shows every complaint about a manifest', async () => {
    writeFileSync(join(home, 'paddock.yml'), 'all:\n  hosts:\n    10.10.10.10: { vm_cpu: 0, vm_mem: 8G }\n');
    const typed = await runTyped(['validate'], home);
    expect(typed.exit).toBe(2);
    expect(typed.stderr.match(/^error: paddock\.yml:3:/gm)).toHaveLength(2);
  });

  it('makes control characters of a file harmless', async () => {
    writeFileSync(join(home, 'paddock.yml'), 'all:\n  hosts:\n    10.10.10.10: { vm_cpu: "\\e[2J" }\n');
    const typed = await runTyped(['validate'], home);
    expect(typed.stderr).not.toContain('\u001b');
  });
});

describe('plan and validate', () => {
  it('read stdin', async () => {
    const typed = await runTyped(['plan', '--json', '-f', '-'], home, { stdin: lab });
    expect(JSON.parse(typed.stdout)).toMatchObject({
      source: { kind: 'stdin' },
      nodes: [{ name: 'meta', outcome: 'create' }],
    });
  });

  it('advise with a word for the file that stdin was', async () => {
    const typed = await runTyped(['plan', '-f', '-'], home, { stdin: lab });
    expect(typed.stdout).toContain('next: paddock up -f FILE meta');
  });

  it('write nothing and work without QEMU', async () => {
    writeFileSync(join(home, 'paddock.yml'), lab);
    const typed = await runTyped(['plan'], home, { env: { PATH: '/nonexistent' } });
    expect(typed.exit).toBe(0);
    expect(existsSync(join(home, 'home'))).toBe(false);
  });

  it('tell by the exit status when asked to', async () => {
    writeFileSync(join(home, 'paddock.yml'), lab);
    expect((await runTyped(['plan', '--exit-code'], home)).exit).toBe(10);
    expect((await runTyped(['plan'], home)).exit).toBe(0);
  });

  it('work in a deleted working directory with absolute paths, and say so without', async () => {
    writeFileSync(join(home, 'paddock.yml'), lab);
    expect((await runTyped(['plan', '-f', join(home, 'paddock.yml')], home, { cwd: null })).exit).toBe(0);
    const typed = await runTyped(['plan', '--json'], home, { cwd: null });
    expect(JSON.parse(typed.stdout)).toMatchObject({ error: 'usage', reason: 'working_directory_gone' });
  });
});

describe('init', () => {
  it.each(['single', 'dual', 'trio', 'full'])('writes a manifest that validates: %s', async (template) => {
    expect((await runTyped(['init', template], home)).exit).toBe(0);
    expect((await runTyped(['validate'], home)).exit).toBe(0);
    expect(readFileSync(join(home, 'paddock.yml'), 'utf8')).toMatch(/^# yaml-language-server: \$schema=\/.*manifest/);
  });

  it.each(['file', 'folder', 'dangling link'])('leaves what is there alone: %s', async (kind) => {
    const path = join(home, 'paddock.yml');
    if (kind === 'file') writeFileSync(path, 'mine');
    else if (kind === 'folder') mkdirSync(path);
    else symlinkSync('/nonexistent/target', path);
    const typed = await runTyped(['init', '--json'], home);
    expect(typed.exit).toBe(4);
    expect(JSON.parse(typed.stdout)).toMatchObject({ reason: 'manifest_exists' });
    if (kind === 'file') expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  it('writes no file that the commands it advises would not read', async () => {
    expect(await runTyped(['init', '-f', '-'], home)).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/^error: -f - names no file/) as string,
    });
    expect(readdirSync(home)).toEqual([]);
  });

  it('refuses a template that it does not have', async () => {
    const typed = await runTyped(['init', 'huge'], home);
    expect(typed.exit).toBe(2);
    expect(existsSync(join(home, 'paddock.yml'))).toBe(false);
  });
});
