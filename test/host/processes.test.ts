import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createProcesses } from '../../src/host/processes.ts';
import { temporaryHome } from '../fakes/temporary-home.ts';
import type { ProcessIdentity } from '../../src/core/state/process-identity.ts';

const children: ChildProcess[] = [];

function start(command: string, words: readonly string[]): number {
  const child = spawn(command, words, { stdio: 'ignore' });
  children.push(child);
  if (child.pid === undefined) throw new Error(`${command} did not start`);
  return child.pid;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function until<T>(look: () => T, holds: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1) {
    const value = look();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('waited in vain');
}

function identityOf(pid: number): ProcessIdentity {
  const seen = createProcesses().inspect(pid);
  if (seen.kind !== 'present') throw new Error(`process ${String(pid)} is ${seen.kind}`);
  return seen.identity;
}

/** A /proc of our own making; the pid is that of this very process, so that the kernel knows it too. */
function madeProc(stat: string | null, cmdline = 'node\0'): ReturnType<typeof createProcesses> {
  const root = mkdtempSync(join(tmpdir(), 'paddock-proc-'));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  const folder = join(root, String(process.pid));
  mkdirSync(folder);
  mkdirSync(join(root, 'sys/kernel/random'), { recursive: true });
  mkdirSync(join(root, 'self/ns'), { recursive: true });
  writeFileSync(join(root, 'sys/kernel/random/boot_id'), 'boot\n');
  writeFileSync(join(root, 'machine-id'), 'machine\n');
  symlinkSync('pid:[7]', join(root, 'self/ns/pid'));
  symlinkSync('/usr/bin/node (deleted)', join(folder, 'exe'));
  if (stat !== null) writeFileSync(join(folder, 'stat'), stat);
  writeFileSync(join(folder, 'cmdline'), cmdline);
  return createProcesses({ proc: root, machineIds: [join(root, 'none'), join(root, 'machine-id')] });
}

const after = `1 1 1 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 113812 3133440 408`;

describe('inspect', () => {
  it('sees a running process with its words', () => {
    const pid = start('sleep', ['1000']);
    const seen = createProcesses().inspect(pid);
    expect(seen).toMatchObject({
      kind: 'present',
      argv: ['sleep', '1000'],
      identity: { pid, executable: expect.stringContaining('/') as string },
    });
  });

  it('sees that a process has ended', async () => {
    const pid = start('true', []);
    expect(
      (
        await until(
          () => createProcesses().inspect(pid),
          (seen) => seen.kind !== 'present',
        )
      ).kind,
    ).toMatch(/absent|zombie/);
  });

  it('sees a zombie, whose parent has not looked', async () => {
    // The shell is stopped before it can collect its child.
    const pid = start('sh', ['-c', 'sleep 2.97 & echo; kill -STOP $$; wait']);
    const processes = createProcesses();
    const [child] = await until(
      () => processes.findByArguments(['sleep', '2.97']),
      (found) => found.length === 1,
    );
    expect(pid).not.toBe(child?.identity.pid);
    const seen = await until(
      () => processes.inspect(child?.identity.pid ?? 0),
      (each) => each.kind !== 'present',
    );
    expect(seen).toEqual({ kind: 'zombie' });
    expect(processes.judge(child?.identity ?? processes.self())).toBe('gone');
  });

  it.each([
    ['spaces', `1 (a b) S ${after}`],
    ['parentheses', `1 (a) Z (b)) S ${after}`],
    ['a line end', `1 (a\n) S 99 9) S ${after}`],
  ])('is not led astray by %s in a name', (_, stat) => {
    expect(madeProc(stat).inspect(process.pid)).toMatchObject({
      kind: 'present',
      identity: {
        startTime: '113812',
        machineId: 'machine',
        bootId: 'boot',
        pidNamespace: 'pid:[7]',
        executable: '/usr/bin/node',
      },
    });
  });

  it('reads a zombie from its state alone', () => {
    expect(madeProc(`1 (S) Z ${after}`).inspect(process.pid)).toEqual({ kind: 'zombie' });
  });

  it('does not take a hidden process for an absent one', () => {
    expect(madeProc(null).inspect(process.pid)).toMatchObject({ kind: 'unreadable' });
    expect(madeProc('garbage').inspect(process.pid)).toMatchObject({ kind: 'unreadable' });
  });

  it('keeps words that are not ASCII', () => {
    expect(madeProc(`1 (q) S ${after}`, 'qemu\0/été/a b,c\0\0').inspect(process.pid)).toMatchObject({
      argv: ['qemu', '/été/a b,c', ''],
    });
  });
});

describe('judge', () => {
  it('knows this process as alive', () => {
    const processes = createProcesses();
    expect(processes.judge(processes.self())).toBe('alive');
    expect(processes.self()).toMatchObject({ pid: process.pid, argvSha256: null });
  });

  it('is alive even when it is stopped: age proves nothing', () => {
    const pid = start('sleep', ['1000']);
    process.kill(pid, 'SIGSTOP');
    expect(createProcesses().judge(identityOf(pid))).toBe('alive');
  });

  it('is gone when another process has the pid', () => {
    const processes = createProcesses();
    expect(processes.judge({ ...processes.self(), startTime: '1' })).toBe('gone');
  });

  it('is gone after a restart of the same machine only', () => {
    const machineId = `${temporaryHome('machine')}-id`;
    writeFileSync(machineId, '0123456789abcdef\n');
    const processes = createProcesses({ proc: '/proc', machineIds: [machineId] });
    const before = { ...processes.self(), bootId: 'another' };
    expect(processes.judge(before)).toBe('gone');
    expect(processes.judge({ ...before, machineId: 'another' })).toBe('unverifiable');
    expect(processes.judge({ ...before, machineId: null })).toBe('unverifiable');
  });

  it.each([
    ['another pid namespace', { pidNamespace: 'pid:[1]' }],
    ['an unknown pid namespace', { pidNamespace: null }],
    ['an unknown boot', { bootId: null }],
    ['an unknown start time', { startTime: null }],
  ])('cannot tell with %s', (_, unknown) => {
    const processes = createProcesses();
    expect(processes.judge({ ...processes.self(), ...unknown })).toBe('unverifiable');
  });

  it('never proves anything where there is no /proc', () => {
    const processes = createProcesses({ proc: '/nonexistent', machineIds: ['/nonexistent'] });
    expect(processes.self()).toMatchObject({ machineId: null, bootId: null, pidNamespace: null, startTime: null });
    expect(processes.judge({ ...createProcesses().self(), pid: 999_999_999 })).toBe('unverifiable');
    expect(processes.findByArguments(['node'])).toEqual([]);
  });
});

describe('findByArguments', () => {
  it('finds words that stand one after the other, in this order', () => {
    const pid = start('sh', ['-c', 'sleep 1000; :', 'name', '-uuid', 'aaaa-test']);
    const processes = createProcesses();
    expect(processes.findByArguments(['-uuid', 'aaaa-test']).map((each) => each.identity.pid)).toEqual([pid]);
    expect(processes.findByArguments(['aaaa-test', '-uuid'])).toEqual([]);
    expect(processes.findByArguments(['name', 'aaaa-test'])).toEqual([]);
  });
});
