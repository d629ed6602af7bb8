import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIdentifiers } from '../../src/host/identifiers.ts';
import { createProcesses } from '../../src/host/processes.ts';
import { createStateStore } from '../../src/host/state-store.ts';
import { bringUp, lab as modelLab, twoNodes } from '../engine/lab.ts';
import { freshFolder, runTyped } from './run-typed.ts';

let home: string;
const config = () => join(home, '.ssh', 'config');

beforeEach(async () => {
  home = freshFolder();
  // The record of a lab that came up on a model host, in a home of files.
  const model = modelLab();
  await bringUp(model, twoNodes.replace('nodename: node-1,', 'nodename: node-1, vm_alias: [pg.lab],'));
  const layout = { home: join(home, 'home'), absolute: (path: string) => join(home, 'home', path) };
  const processes = createProcesses();
  const store = createStateStore({ layout, version: '0', identifiers: createIdentifiers(), processes });
  const read = await model.store.read();
  if (!read.ok || read.value === null) throw new Error('no document');
  const committed = await store.commit(null, { ...read.value, version: 1 });
  if (!committed.ok) throw new Error(JSON.stringify(committed.failures));
});

describe('ssh-config', () => {
  it('prints the lab', async () => {
    const typed = await runTyped(['ssh-config'], home);
    expect(typed).toMatchObject({ exit: 0, stderr: '' });
    expect(typed.stdout).toContain('Host node-1 pg.lab 10.10.10.11\n  HostName 127.0.0.1\n');
    const json = await runTyped(['ssh-config', '--json'], home);
    expect(JSON.parse(json.stdout)).toMatchObject({ hosts: [{ names: ['meta', '10.10.10.10'] }, {}] });
  });

  it('goes in and out again, and changes nothing the second time', async () => {
    mkdirSync(join(home, '.ssh'), { mode: 0o700 });
    writeFileSync(config(), 'Host *\r\n', { mode: 0o600 });
    const first = await runTyped(['ssh-config', '--install'], home);
    expect(first.exit, first.stderr).toBe(0);
    expect(first.stdout).toContain('next: ssh meta');
    const installed = readFileSync(config(), 'latin1');
    const second = await runTyped(['ssh-config', '--install', '--json'], home);
    expect(JSON.parse(second.stdout)).toMatchObject({ outcome: 'was_there' });
    expect(readFileSync(config(), 'latin1')).toBe(installed);
    expect(readFileSync(join(home, 'home', 'keys', 'ssh_config'), 'utf8')).toContain('Host meta 10.10.10.10\n');
    const out = await runTyped(['ssh-config', '--remove'], home);
    expect(out.exit).toBe(0);
    expect(readFileSync(config(), 'latin1')).toBe('Host *\r\n');
    expect(existsSync(join(home, 'home', 'keys', 'ssh_config'))).toBe(false);
    const json = await runTyped(['ssh-config', '--remove', '--json'], home);
    expect(JSON.parse(json.stdout)).toMatchObject({ outcome: 'was_not_there' });
  });

  it('prints the line on stdout where the file is left alone', async () => {
    mkdirSync(join(home, '.ssh'));
    symlinkSync('/nowhere', config());
    const line = `Include "${join(home, 'home', 'keys', 'ssh_config')}"`;
    const typed = await runTyped(['ssh-config', '--install'], home);
    expect(typed).toMatchObject({ exit: 4, stdout: `${line}\n` });
    expect(typed.stderr).toContain('is a symbolic link, so it is left alone');
    const json = await runTyped(['ssh-config', '--install', '--json'], home);
    expect(JSON.parse(json.stdout)).toMatchObject({ reason: 'ssh_config_left_alone', line });
  });

  it('changes another file when one is named', async () => {
    const typed = await runTyped(['ssh-config', '--install', '--config', 'mine'], home);
    expect(typed.exit, typed.stderr).toBe(0);
    expect(readFileSync(join(home, 'mine'), 'utf8')).toContain('Include "');
    expect(existsSync(config())).toBe(false);
  });

  it.each([[['--install', '--remove']], [['--config', 'x']]])('refuses %j', async (words) => {
    expect(await runTyped(['ssh-config', ...words], home)).toMatchObject({ exit: 2, stdout: '' });
  });

  it('says that there is no lab, and still takes its lines out', async () => {
    const nowhere = ['--home', join(home, 'other')];
    expect(await runTyped([...nowhere, 'ssh-config'], home)).toMatchObject({ exit: 4, stdout: '' });
    expect(await runTyped([...nowhere, 'ssh-config', '--install'], home)).toMatchObject({ exit: 4, stdout: '' });
    expect(existsSync(join(home, '.ssh'))).toBe(false);
    expect((await runTyped([...nowhere, 'ssh-config', '--remove'], home)).exit).toBe(0);
  });
});

describe('hosts', () => {
  it('prints one line for each node', async () => {
    expect(await runTyped(['hosts'], home)).toEqual({
      exit: 0,
      stdout: '10.10.10.10 meta\n10.10.10.11 node-1 pg.lab\n',
      stderr: '',
    });
    expect((await runTyped(['--home', join(home, 'other'), 'hosts'], home)).exit).toBe(4);
  });
});
