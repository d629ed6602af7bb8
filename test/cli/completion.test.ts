import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { completionWords } from '../../src/cli/completion/completion-words.ts';
import { shellScript } from '../../src/cli/completion/shell-script.ts';
import { freshFolder, runTyped } from './run-typed.ts';

const table = completionWords(commands);
const folder = mkdtempSync(join(tmpdir(), 'paddock-completion-'));
writeFileSync(join(folder, 'bash'), shellScript('bash', table));
// Stands in for the command that the script asks for the names of nodes.
writeFileSync(
  join(folder, 'paddock'),
  '#!/bin/sh\n[ "$1" = hosts ] && printf "10.10.10.10 meta\\n10.10.10.11 node-1 pg.lab\\n"\n',
  {
    mode: 0o755,
  },
);

/** What a real bash offers for the last of these words. */
function offered(...words: readonly string[]): readonly string[] {
  const script = `source ${join(folder, 'bash')}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _paddock; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const ended = spawnSync('bash', ['--norc', '-c', script, 'bash', 'paddock', ...words], {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
  });
  expect(ended.stderr).toBe('');
  return ended.stdout.split('\n').filter((line) => line !== '');
}

describe('completion in bash', () => {
  it('offers every command that is there, and none that is only announced', () => {
    const there = commands.filter((command) => command.acceptsAnything !== true);
    const first = [...new Set(there.map(({ name }) => name.split(' ')[0]))];
    expect(
      offered('')
        .filter((word) => !word.startsWith('-'))
        .toSorted(),
    ).toEqual([...first, 'help'].toSorted());
    expect(offered('des')).toEqual(['destroy']);
  });

  it('offers the second word of a group, and choices', () => {
    expect(offered('image', 'b')).toEqual(['build']);
    expect(offered('completion', 'f')).toEqual(['fish']);
    expect(offered('init', 'tr')).toEqual(['trio']);
  });

  it('offers the options of the command, and those of all', () => {
    expect(offered('up', '--e')).toEqual(['--expect-plan']);
    expect(offered('up', '--j')).toEqual(['--json']);
    expect(offered('--json', 'ssh-config', '--in')).toEqual(['--install']);
  });

  it('offers nodes where a node is named, whatever came before', () => {
    expect(offered('ssh', '')).toEqual(expect.arrayContaining(['meta', 'node-1']));
    expect(offered('--home', 'stop', 'ssh', 'no')).toEqual(['node-1']);
    expect(offered('up', '-f', 'x.yml', 'me')).toEqual(['meta']);
    expect(offered('cp', 'no')).toEqual(['node-1']);
  });

  it('offers no words where a file or a value is wanted', () => {
    expect(offered('up', '-f', '')).toEqual([]);
    expect(offered('provision', '--timeout', '')).toEqual([]);
  });
});

describe('completion in other shells', () => {
  it.each(['zsh', 'fish'] as const)('names every command in %s, and parses where that shell is there', (shell) => {
    const script = shellScript(shell, table);
    for (const { name } of commands.filter((command) => command.acceptsAnything !== true))
      expect(script).toContain(name.split(' ')[0]);
    const file = join(folder, shell);
    writeFileSync(file, script);
    const parsed = spawnSync(shell, [shell === 'fish' ? '--no-execute' : '-n', file], { encoding: 'utf8' });
    if (parsed.error === undefined) expect([parsed.status, parsed.stderr]).toEqual([0, '']);
    else process.stdout.write(`not parsed: the completion for ${shell}, which is not installed\n`);
  });

  it('is printed by the command, which knows three shells', async () => {
    const typed = await runTyped(['completion', 'bash'], freshFolder());
    expect(typed).toMatchObject({ exit: 0, stderr: '' });
    expect(typed.stdout).toContain('complete -F _paddock paddock\n');
    expect((await runTyped(['completion', 'tcsh'], freshFolder())).exit).toBe(2);
  });
});

describe('explain', () => {
  it('explains a reason and a variable, lists both, and suggests the nearest', async () => {
    const home = freshFolder();
    expect((await runTyped(['explain', 'vm_ports'], home)).stdout).toContain('live where QEMU can');
    expect((await runTyped(['explain', 'nodes_removed'], home)).stdout).toContain('exit 4');
    expect((await runTyped(['explain'], home)).stdout).toContain('\nvm_mem\n');
    expect(await runTyped(['explain', 'vm_memm'], home)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('vm_mem') as string,
    });
    expect(JSON.parse((await runTyped(['explain', 'vm_cpu', '--json'], home)).stdout)).toMatchObject({
      kind: 'variable',
    });
  });
});
