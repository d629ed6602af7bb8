import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { VmTarget } from '../../../src/ports/hypervisor.ts';
import { type FakeQemu, installFakeQemu } from '../../fakes/install-fake-qemu.ts';
import { type Bench, makeBench, must, passed } from './bench.ts';
import { grow, growthContract, plug, roomyVm } from './growth-suite.ts';

const gib = 2 ** 30;
let fake: FakeQemu;
let bench: Bench;
let target: VmTarget;

beforeEach(async () => {
  fake = installFakeQemu(mkdtempSync(join(tmpdir(), 'fake-qemu-')));
  bench = makeBench({ searchPath: fake.folder });
  target = await roomyVm(bench);
});

afterEach(() => {
  bench.cleanUp();
});

growthContract('fake', () =>
  makeBench({ searchPath: installFakeQemu(mkdtempSync(join(tmpdir(), 'fake-qemu-'))).folder }),
);

const cpus = async (): Promise<number> => must(await bench.hypervisor.inspectVm(target)).cpus;
const set = (memoryBytes: number) => bench.hypervisor.setMemory(passed({ kind: 'set_memory', memoryBytes }), target);
const added = (): number => fake.journal().filter((entry) => entry.command === 'device_add').length;

test('the second of three CPUs is refused: the first stays, and a second try adds only the rest', async () => {
  fake.tell({ refuseCpu: 3 });
  expect(await plug(bench, target, 4)).toMatchObject({ failures: [{ reason: 'vm_refused', command: 'device_add' }] });
  expect(await cpus()).toBe(2);
  fake.tell({});
  expect(must(await plug(bench, target, 4))).toEqual({ cpus: 4 });
  // One that stayed, one that was refused, two that came later.
  expect(added()).toBe(4);
});

test('the connection breaks after a CPU was accepted: it is there, and is not added again', async () => {
  fake.tell({ resetOn: ['device_add'] });
  expect(await plug(bench, target, 2)).toMatchObject({ failures: [{ reason: 'vm_outcome_unknown' }] });
  expect(await cpus()).toBe(2);
  fake.tell({});
  expect(must(await plug(bench, target, 2))).toEqual({ cpus: 2 });
  expect(added()).toBe(1);
});

test('a CPU that is accepted and never comes is no success', async () => {
  fake.tell({ ignore: ['device_add'] });
  expect(await plug(bench, target, 2)).toMatchObject({
    failures: [{ reason: 'vm_refused', detail: 'it accepted the CPU, but does not have it' }],
  });
}, 30_000);

test('a guest that takes only some of its memory, or gives back only some, is reported with what it has', async () => {
  fake.tell({ guestMemory: { most: gib / 4 } });
  expect(must(await set(gib))).toEqual({ memoryBytes: gib / 2 + gib / 4 });
  fake.tell({});
  expect(must(await set(gib))).toEqual({ memoryBytes: gib });
  fake.tell({ guestMemory: { least: gib / 8 } });
  expect(must(await set(gib / 2))).toEqual({ memoryBytes: gib / 2 + gib / 8 });
  fake.tell({});
  expect(must(await set(gib / 2))).toEqual({ memoryBytes: gib / 2 });
});

test('block_resize is never told less than the image has, whatever was asked for', async () => {
  const growths = (): number => fake.journal().filter((entry) => entry.command === 'block_resize').length;
  expect(must(await grow(bench, gib / 2, target))).toMatchObject({ virtualSizeBytes: gib });
  expect(growths()).toBe(0);
  fake.tell({ ignore: ['block_resize'] });
  expect(must(await grow(bench, 2 * gib, target))).toMatchObject({ virtualSizeBytes: gib });
  expect(growths()).toBe(1);
});

test('qemu-img writes to nothing that a VM may have', async () => {
  const resizes = (): number => fake.journal().filter((entry) => entry.verb === 'resize').length;
  fake.tell({ silent: ['monitor', 'probe'] });
  // Its process is there, so it runs, and what does not answer is left alone.
  expect(await grow(bench, 2 * gib, target)).toMatchObject({ failures: [{ reason: 'vm_unreachable' }] });
  fake.tell({ identity: { name: 'somebody-else' } });
  expect(await grow(bench, 2 * gib, target)).toMatchObject({ failures: [{ reason: 'evidence_unknown' }] });
  expect(resizes()).toBe(0);
  fake.tell({});
  const stopped = await bench.hypervisor.stop(passed({ kind: 'stop_vm', force: true }), target);
  expect(must(stopped)).toEqual({ how: 'quit' });
  fake.tell({ qemuImg: { resize: { status: 1, stderr: 'no space left on device\n' } } });
  expect(await grow(bench, 2 * gib, target)).toMatchObject({
    failures: [{ reason: 'command_failed', command: { stderr: 'no space left on device' } }],
  });
  fake.tell({});
  expect(must(await grow(bench, 2 * gib, target))).toMatchObject({ virtualSizeBytes: 2 * gib });
}, 60_000);
