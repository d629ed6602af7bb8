import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NodeRecord } from '../../src/core/state/document.ts';
import { type FakeLab, openFakeLab } from '../crash/fake-lab.ts';
import { killAt } from '../crash/kill-at.ts';
import { until } from '../real/lab/until.ts';

const manifest = `all:
  vars: { vm_image: local-empty, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB }
  hosts:
    10.10.10.10: { nodename: meta, vm_disks: [] }
    10.10.10.11: { nodename: node-1, vm_disks: [{ path: /data, size: 1GiB }] }
`;

interface Answer {
  readonly error: string;
  readonly reason: string;
  readonly message: string;
  readonly next: readonly string[];
}

let it: FakeLab;
const usual = { banner: 'SSH-2.0-fake', kvm: 'refuses' };
const mute = { ...usual, nodes: { 'node-1': { silent: ['monitor', 'probe'] } } };

const run = async (...words: readonly string[]): Promise<{ readonly exit: number | null; readonly answer: Answer }> => {
  const ended = await it.lab.run([...words, '--json'], it);
  return { exit: ended.exit, answer: JSON.parse(ended.stdout) as Answer };
};

function record(): NodeRecord {
  const found = it.lab.document().nodes['node-1'];
  if (found === undefined) throw new Error('no record of node-1');
  return found;
}

/** Files of the node that the record names and that are there. */
const filesThere = (): readonly string[] =>
  record().parts.flatMap(({ file }) => (file !== null && existsSync(join(it.lab.home, file)) ? [file] : []));
const vmNames = (): readonly string[] => it.lab.vms().map(({ name }) => name);

beforeAll(async () => {
  it = await openFakeLab(manifest);
}, 120_000);

afterAll(async () => {
  await it.close();
});

describe('a destruction of a node whose process cannot be proven gone', () => {
  let files: readonly string[];

  beforeEach(async () => {
    it.fake.tell(usual);
    expect((await run('up')).exit).toBe(0);
    files = filesThere();
    expect(files.length).toBeGreaterThan(4);
    it.fake.tell(mute);
  }, 120_000);

  const nothingDeleted = (): void => {
    expect(filesThere()).toEqual(files);
    expect(record().life).toBe('destroying');
    expect(record().parts.filter(({ state }) => state === 'destroyed')).toEqual([]);
  };

  test('deletes nothing and names its evidence; stop --force ends the VM, and the same destroy finishes', async () => {
    const refused = await run('destroy', 'node-1', '--yes');
    expect(refused).toMatchObject({ exit: 7, answer: { error: 'integrity', reason: 'stop_unconfirmed' } });
    expect(refused.answer.message).toMatch(
      /its monitor: greeting: no answer.*, and process \d+ with its UUID is there/u,
    );
    expect(refused.answer.next).toEqual(['paddock stop --force node-1', 'paddock destroy node-1']);
    nothingDeleted();
    expect(vmNames()).toEqual(['meta', 'node-1']);
    expect((await run('stop', '--force', 'node-1')).exit).toBe(0);
    expect(vmNames()).toEqual(['meta']);
    nothingDeleted();
    expect((await run('destroy', 'node-1', '--yes')).exit).toBe(0);
    expect(filesThere()).toEqual([]);
    expect(record().life).toBe('destroyed');
  });

  test('is partial for the whole deployment, and finishes once the process has ended by itself', async () => {
    const whole = await run('destroy', '--yes');
    expect(whole).toMatchObject({ exit: 5, answer: { error: 'partial' } });
    expect(whole.answer.next).toContain('paddock destroy node-1');
    expect(it.lab.document().nodes['meta']?.life).toBe('destroyed');
    nothingDeleted();
    process.kill(it.lab.vms().find(({ name }) => name === 'node-1')?.pid ?? 0, 'SIGKILL');
    await until('the process to end', () => !vmNames().includes('node-1'));
    expect((await run('destroy', 'node-1', '--yes')).exit).toBe(0);
    expect(filesThere()).toEqual([]);
    expect(it.lab.document().deployment).toBeNull();
  });
});

test('parts that failed are torn down, not skipped', async () => {
  it.fake.tell({ ...usual, nodes: { 'node-1': { dieAtOnce: { status: 1, stderr: 'qemu: no\n' } } } });
  const up = await run('up');
  expect(up).toMatchObject({ exit: 5, answer: { reason: 'qemu_exited' } });
  expect(up.answer.next).toContain('paddock up node-1');
  expect(record().parts.find(({ kind }) => kind === 'vm')?.state).toBe('error');
  it.fake.tell(usual);
  expect((await run('destroy', 'node-1', '--yes')).exit).toBe(0);
  expect(filesThere()).toEqual([]);
  expect(record().parts.filter(({ state }) => state !== 'destroyed')).toEqual([]);
});

test('parts that were lost with their command are torn down, not skipped', async () => {
  const killed = it.lab.start(['up', 'node-1'], it);
  expect(await killAt(killed, { state: join(it.lab.home, 'state'), commits: 12, afterMs: 0 })).toBe(true);
  expect(record().life).toBe('creating');
  expect((await run('destroy', 'node-1', '--yes')).exit).toBe(0);
  expect(filesThere()).toEqual([]);
  expect(record().parts.filter(({ state }) => state !== 'destroyed')).toEqual([]);
  expect(vmNames()).toEqual(['meta']);
});
