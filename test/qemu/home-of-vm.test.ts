import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Uuid } from '../../src/core/names.ts';
import type { ProcessIdentity } from '../../src/core/state/process-identity.ts';
import type { VmTarget } from '../../src/ports/hypervisor.ts';
import { type Bench, makeBench, passed } from '../contract/hypervisor/bench.ts';
import { installFakeQemu } from '../fakes/install-fake-qemu.ts';

const uuid = randomUUID() as Uuid;
const place = 'nodes/node-1-0badcafe/root.qcow2';

let bench: Bench;
let lab: string;
let original: string;
let vm: ChildProcess | null = null;

beforeEach(() => {
  bench = makeBench({ searchPath: installFakeQemu(mkdtempSync(join(tmpdir(), 'fake-qemu-'))).folder });
  lab = mkdtempSync(join(tmpdir(), 'homes-'));
  original = join(lab, 'A');
  mkdirSync(join(original, 'nodes/node-1-0badcafe'), { recursive: true });
  writeFileSync(join(original, place), 'disk');
});

afterEach(() => {
  vm?.kill('SIGKILL');
  vm = null;
  bench.cleanUp();
  rmSync(lab, { recursive: true });
});

type Opens = 'its disk' | 'nothing';

/** What is no QEMU and has the name, the words and the open file of one; its record. */
async function runVm(opens: Opens, words = ['-blockdev', diskWord()]): Promise<ProcessIdentity> {
  const program = join(lab, 'qemu-system-x86_64');
  const redirect = opens === 'its disk' ? `exec 3<'${join(original, place)}'` : ':';
  writeFileSync(program, `${redirect}\necho ready\nread line\n`);
  const child = spawn('sh', [program, '-uuid', uuid, ...words], { stdio: ['pipe', 'pipe', 'ignore'] });
  vm = child;
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const seen = bench.host.processes.inspect(child.pid ?? 0);
  if (seen.kind !== 'present') throw new Error('the process is not there');
  return seen.identity;
}

function diskWord(): string {
  return JSON.stringify({ driver: 'qcow2', file: { driver: 'file', filename: join(original, place) } });
}

const targetIn = (home: string, process: ProcessIdentity | null): VmTarget => ({
  ...bench.target,
  ...{ uuid, process, rootDisk: join(home, place) },
});

async function stopIn(home: string, process: ProcessIdentity | null) {
  return bench.hypervisor.stop(passed({ kind: 'stop_vm', force: true }), targetIn(home, process));
}

const copying: readonly (readonly [
  string,
  (copy: string) => void,
  { readonly opens: Opens; readonly home: string },
])[] = [
  ['a copy', (copy) => execFileSync('cp', ['-a', original, copy]), { opens: 'its disk', home: 'A' }],
  ['a copy of hard links', (copy) => execFileSync('cp', ['-al', original, copy]), { opens: 'its disk', home: 'A' }],
  ['a copy, by the words alone', (copy) => execFileSync('cp', ['-a', original, copy]), { opens: 'nothing', home: 'A' }],
];

for (const isRecorded of [true, false]) {
  const how = isRecorded ? 'recorded' : 'found by its UUID';

  test.each(copying)(`%s of the home never has the VM, ${how}`, async (_what, copy, { opens, home }) => {
    const identity = await runVm(opens);
    const other = join(lab, 'copy');
    copy(other);
    const record = isRecorded ? identity : null;
    expect(await bench.hypervisor.observe(targetIn(other, record))).toMatchObject({
      ...{ kind: 'unknown', why: 'other_home', process: 'other_home' },
      detail: `a VM with its UUID runs from another home, ${join(lab, home)} (pid ${String(identity.pid)})`,
    });
    expect(await stopIn(other, record)).toMatchObject({ ok: false, failures: [{ reason: 'vm_of_other_home' }] });
    expect(vm).toMatchObject({ exitCode: null, signalCode: null });
    expect(await bench.hypervisor.observe(targetIn(original, record))).toMatchObject({ kind: 'running' });
  });

  test(`a copy in the place of the home that was moved away does not have the VM, ${how}`, async () => {
    const identity = await runVm('its disk');
    const moved = join(lab, 'moved');
    execFileSync('mv', [original, moved]);
    execFileSync('cp', ['-a', moved, original]);
    const record = isRecorded ? identity : null;
    const detail = expect.stringContaining(`another home, ${moved} (pid`) as string;
    expect(await bench.hypervisor.observe(targetIn(original, record))).toMatchObject({ why: 'other_home', detail });
    expect(await stopIn(original, record)).toMatchObject({ ok: false });
    expect(vm).toMatchObject({ exitCode: null, signalCode: null });
  });

  test(`a home that was moved has its VM still, ${how}`, async () => {
    const identity = await runVm('its disk');
    const moved = join(lab, 'moved');
    execFileSync('mv', [original, moved]);
    const record = isRecorded ? identity : null;
    const seen = await bench.hypervisor.observe(targetIn(moved, record));
    expect(seen).toMatchObject({ kind: 'running', pid: identity.pid, movedFrom: original });
    expect(await stopIn(moved, record)).toEqual({ ok: true, value: { how: 'signal' } });
  });
}

test('a home has its VM by every path that leads to it, and when the files are gone', async () => {
  const identity = await runVm('its disk');
  const link = join(lab, 'link');
  symlinkSync(original, link);
  for (const home of [original, link]) {
    const seen = await bench.hypervisor.observe(targetIn(home, identity));
    expect(seen).toMatchObject({ kind: 'running', pid: identity.pid });
    expect(seen).not.toHaveProperty('movedFrom');
  }
  rmSync(original, { recursive: true });
  expect(existsSync(original)).toBe(false);
  expect(await bench.hypervisor.observe(targetIn(original, identity))).toMatchObject({ kind: 'running' });
});

test('a process that has our UUID and no root disk is nobody’s', async () => {
  const identity = await runVm('nothing', []);
  const seen = await bench.hypervisor.observe(targetIn(original, identity));
  expect(seen).toMatchObject({ kind: 'unknown', why: 'identity_unverifiable' });
  expect(await stopIn(original, identity)).toMatchObject({ ok: false });
  expect(vm).toMatchObject({ exitCode: null, signalCode: null });
});
