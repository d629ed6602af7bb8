import { describeFailure } from '../../src/core/failure-text.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OperationReport } from '../../src/core/report/operation-report.ts';
import { ok, type Result } from '../../src/core/result.ts';
import type { NodeSpec } from '../../src/core/spec/node-spec.ts';
import type { NodeRecord } from '../../src/core/state/document.ts';
import { converge } from '../../src/engine/converge.ts';
import type { PlannedRequest } from '../../src/engine/request.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { status } from '../../src/engine/status.ts';
import { bringUp, lab, type Lab, oneNode, reasonsOf, stateRequest, twoNodes, upRequest, valueOf } from './lab.ts';

const mib = 2 ** 20;
const base = oneNode.replace('256MiB', '512MiB');
const larger = sized('vm_cpu: 3, vm_mem: 1GiB, vm_disk: 2GiB');

function sized(sizes: string, text = base): string {
  return text.replace('vm_cpu: 1, vm_mem: 512MiB, vm_disk: 1GiB', sizes);
}

let it: Lab;
beforeEach(async () => {
  it = lab();
  await bringUp(it, base);
  it.host.effects.length = 0;
});

function resize(text: string | null, changes: Partial<PlannedRequest> = {}): Promise<Result<OperationReport>> {
  return converge(it.ports, upRequest(text, { command: 'resize', ...changes }));
}

function record(name = 'meta'): NodeRecord {
  const found = it.store.history.at(-1)?.nodes[name];
  if (found === undefined) throw new Error(`no node ${name}`);
  return found;
}

function applied(): NodeSpec | undefined {
  return it.store.history.at(-1)?.deployment?.applied['meta']?.spec;
}

function vm() {
  const [only] = it.host.vms.values();
  return only;
}

async function progress() {
  return valueOf(await status(it.ports, { scope: null })).nodes[0]?.resize ?? null;
}

describe('a running node', () => {
  test('grows while it runs: disks first, and every part confirmed before the sizes are agreed to', async () => {
    const { pid } = vm()?.identity ?? {};
    const report = valueOf(await resize(larger));
    expect(report).toMatchObject({ status: 'complete', nodes: [{ action: 'resized', state: 'running', ready: true }] });
    expect(report.steps.map((step) => step.kind)).toEqual([
      'grow_root_disk',
      'plug_cpus',
      'set_memory',
      'grow_guest_disks',
      'set_up_guest',
    ]);
    expect(vm()).toMatchObject({ identity: { pid }, cpus: 3, memoryBytes: 1024 * mib });
    const sizes = { cpus: 3, memoryBytes: 1024 * mib, rootDiskBytes: 2048 * mib };
    expect([applied(), record().spec]).toEqual([expect.objectContaining(sizes), expect.objectContaining(sizes)]);
    expect(valueOf(await resize(larger))).toMatchObject({ operationId: null, nodes: [] });
    expect(valueOf(await converge(it.ports, upRequest(larger)))).toMatchObject({ operationId: null });
  });

  test('gives memory back while it runs, and CPUs by a restart of the same VM', async () => {
    valueOf(await resize(larger));
    const fewer = sized('vm_cpu: 3, vm_mem: 768MiB, vm_disk: 2GiB');
    expect(valueOf(await resize(fewer)).steps.map((step) => step.kind)).toEqual(['set_memory', 'set_up_guest']);
    const report = valueOf(await resize(sized('vm_cpu: 1, vm_mem: 768MiB, vm_disk: 2GiB')));
    expect(report.steps.map((step) => step.kind)).toEqual(['stop_vm', 'start_vm', 'set_up_guest']);
    expect(vm()).toMatchObject({ state: 'running', cpus: 1, memoryBytes: 768 * mib });
  });

  test('goes by a restart below the memory that it booted with, and wherever --restart says so', async () => {
    const less = valueOf(await resize(sized('vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB')));
    expect(less.steps[0]).toMatchObject({ kind: 'stop_vm' });
    const asked = valueOf(await resize(sized('vm_cpu: 2, vm_mem: 256MiB, vm_disk: 1GiB'), { restart: true }));
    expect(asked.steps[0]).toMatchObject({ kind: 'stop_vm' });
    expect(vm()).toMatchObject({ cpus: 2, memoryBytes: 256 * mib });
  });

  test('is not stopped for more memory than the host has', async () => {
    const resources = { ...it.ports.resources, memory: () => ({ totalBytes: 2 ** 30, availableBytes: 2 ** 30 }) };
    const desired = upRequest(sized('vm_cpu: 1, vm_mem: 2GiB, vm_disk: 1GiB'), { command: 'resize' });
    for (const restart of [false, true]) {
      expect(reasonsOf(await converge({ ...it.ports, resources }, { ...desired, restart }))).toEqual(['memory_short']);
    }
    expect(it.host.effects).toEqual([]);
    expect(vm()).toMatchObject({ state: 'running', memoryBytes: 512 * mib });
  });

  test('is not stopped when its record said that it was stopped: nobody was told', async () => {
    valueOf(await resize(larger));
    valueOf(await stop(it.ports, stateRequest()));
    const stopped = it.store.history.at(-1);
    valueOf(await start(it.ports, stateRequest()));
    const behind = record();
    const parts = stopped?.nodes['meta']?.parts ?? behind.parts;
    const last = it.store.history.at(-1);
    if (last === undefined) throw new Error('no document');
    valueOf(await it.store.commit(last, { ...last, nodes: { meta: { ...behind, parts } } }));
    expect(reasonsOf(await resize(base.replace('1GiB', '2GiB')))).toEqual(['resize_needs_restart']);
    expect(vm()?.state).toBe('running');
  });

  test('a disk that is to be smaller is refused before anything is touched', async () => {
    expect(reasonsOf(await resize(sized('vm_cpu: 1, vm_mem: 512MiB, vm_disk: 768MiB')))).toEqual(['recreate_required']);
    expect(it.host.effects).toEqual([]);
  });
});

describe('a resize that is half done', () => {
  const refused = { reason: 'vm_refused', node: 'meta', command: 'device_add', detail: 'no more' } as const;

  test('the guest does not use its third CPU: asked and seen are on record until it does', async () => {
    it.host.guestLimits.cpus = 2;
    const report = valueOf(await resize(larger));
    expect(report).toMatchObject({ status: 'error', nodes: [{ action: 'failed' }] });
    expect(report.failures[0]?.failure).toMatchObject({ reason: 'resize_unfinished', asked: '3', seen: '2' });
    expect(applied()?.cpus).toBe(1);
    expect(await progress()).toEqual({
      sizes: [
        { path: 'vm_cpu', asked: 3, seen: 2 },
        { path: 'vm_mem', asked: '1GiB', seen: '512MiB' },
        { path: 'vm_disk', asked: '2GiB', seen: '2GiB' },
      ],
      next: ['resize', 'meta'],
    });
    expect(reasonsOf(await converge(it.ports, upRequest(larger)))).toEqual(['resize_required']);
    it.host.guestLimits.cpus = 4;
    // Without a manifest, what was asked for last is still wanted.
    expect(valueOf(await resize(null))).toMatchObject({ status: 'complete', nodes: [{ action: 'resized' }] });
    expect([vm()?.cpus, applied()?.cpus, await progress()]).toEqual([3, 3, null]);
    expect(it.host.effects.filter((effect) => effect.startsWith('plug'))).toEqual(['plug meta 2', 'plug meta 3']);
  });

  test('a QEMU that hears nobody: beside another try, what ends it is named', async () => {
    const unreachable = { reason: 'vm_unreachable', node: 'meta', detail: 'greeting: nothing came' } as const;
    it.host.failing.set('plug meta 2', [unreachable]);
    const [failed] = valueOf(await resize(larger)).failures;
    if (failed === undefined) throw new Error('it did not fail');
    expect(describeFailure(failed.failure)).toMatchObject({
      reason: 'resize_unfinished',
      next: [
        ['resize', 'meta'],
        ['stop', '--force', 'meta'],
      ],
    });
  });

  test('the second of three CPUs fails: the first stays, and only the rest is added later', async () => {
    it.host.failing.set('plug meta 3', [refused]);
    const four = sized('vm_cpu: 4, vm_mem: 512MiB, vm_disk: 1GiB');
    expect(valueOf(await resize(four)).failures[0]?.failure).toMatchObject({ reason: 'resize_unfinished', seen: '2' });
    expect(await progress()).toMatchObject({ sizes: [{ path: 'vm_cpu', asked: 4, seen: 2 }] });
    expect(valueOf(await resize(four)).status).toBe('complete');
    expect(it.host.effects.filter((effect) => effect.startsWith('plug'))).toEqual(
      [2, 3, 3, 4].map((count) => `plug meta ${String(count)}`),
    );
  });

  test('the guest takes only some of its memory', async () => {
    it.host.guestLimits.memoryBytes = 700 * mib;
    const more = sized('vm_cpu: 1, vm_mem: 1GiB, vm_disk: 1GiB');
    expect(valueOf(await resize(more)).failures[0]?.failure).toMatchObject({ variable: 'vm_mem', seen: '700MiB' });
    expect(await progress()).toMatchObject({ sizes: [{ path: 'vm_mem', asked: '1GiB', seen: '700MiB' }] });
    it.host.guestLimits.memoryBytes = Infinity;
    expect(valueOf(await resize(more)).status).toBe('complete');
  });

  test('the next start uses what was asked, whoever starts it', async () => {
    it.host.failing.set('plug meta 2', [refused]);
    valueOf(await resize(larger));
    valueOf(await stop(it.ports, stateRequest()));
    valueOf(await start(it.ports, stateRequest()));
    expect(vm()).toMatchObject({ cpus: 3, memoryBytes: 1024 * mib });
    const report = valueOf(await resize(larger));
    expect(report).toMatchObject({ status: 'complete', nodes: [{ action: 'resized' }] });
    expect(report.steps.map((step) => step.kind)).not.toContain('stop_vm');
  });

  test('a change of mind goes from what is there, not from what was agreed', async () => {
    it.host.guestLimits.cpus = 2;
    valueOf(await resize(sized('vm_cpu: 3, vm_mem: 512MiB, vm_disk: 1GiB')));
    const report = valueOf(await resize(base));
    expect(report.steps.map((step) => step.kind)).toEqual(['stop_vm', 'start_vm', 'set_up_guest']);
    expect([vm()?.cpus, applied()?.cpus, await progress()]).toEqual([1, 1, null]);
  });
});

test('a stopped node changes size and stays stopped; its guest takes the disk into use at the next start', async () => {
  valueOf(await stop(it.ports, stateRequest()));
  const report = valueOf(await resize(larger));
  expect(report.steps.map((step) => step.kind)).toEqual(['grow_root_disk']);
  expect([vm(), applied()?.cpus, await progress()]).toEqual([undefined, 3, null]);
  const started = valueOf(await start(it.ports, stateRequest()));
  expect(started.steps.map((step) => step.kind)).toEqual(['start_vm', 'set_up_guest', 'grow_guest_disks']);
  expect(vm()).toMatchObject({ cpus: 3, memoryBytes: 1024 * mib });
  valueOf(await stop(it.ports, stateRequest()));
  expect(valueOf(await start(it.ports, stateRequest())).steps.map((step) => step.kind)).not.toContain(
    'grow_guest_disks',
  );
});

test('one node fails, its neighbour is done', async () => {
  const two = twoNodes.replace('256MiB', '512MiB');
  valueOf(await converge(it.ports, upRequest(two)));
  const failing = { reason: 'vm_outcome_unknown', node: 'node-1', command: 'device_add', detail: 'gone' } as const;
  it.host.failing.set('plug node-1 2', [failing]);
  const report = valueOf(await resize(sized('vm_cpu: 2, vm_mem: 512MiB, vm_disk: 1GiB', two)));
  expect(report.status).toBe('partial');
  expect(report.nodes.map((node) => node.action)).toEqual(['resized', 'failed']);
  expect([record().spec.cpus, record('node-1').spec.cpus]).toEqual([2, 1]);
});

test('a machine that cannot plug CPUs goes by a restart, and its plan has said so', async () => {
  const uefi = { code: '/code.fd', varsTemplate: '/vars.fd' };
  const features = valueOf(await it.ports.hypervisor.features('arm64'));
  const image = valueOf(await it.ports.images.resolve('local-mini', 'amd64'));
  const arm = lab();
  const ports = {
    ...arm.ports,
    images: {
      ...arm.ports.images,
      resolve: () => Promise.resolve({ ok: true, value: { ...image, arch: 'arm64' } } as const),
    },
    hypervisor: {
      ...arm.ports.hypervisor,
      features: () => Promise.resolve({ ok: true, value: { ...features, firmware: uefi } } as const),
    },
  };
  valueOf(await converge(ports, upRequest(base)));
  const more = upRequest(sized('vm_cpu: 2, vm_mem: 512MiB, vm_disk: 1GiB'), { command: 'resize' });
  const report = valueOf(await converge(ports, more));
  expect(report.steps.map((step) => step.kind)).toEqual(['stop_vm', 'start_vm', 'set_up_guest']);
  expect([...arm.host.vms.values()][0]?.cpus).toBe(2);
});

test('without its BIOS a VM is not stopped to come back smaller, and one that grows while it runs needs none', async () => {
  const features = valueOf(await it.ports.hypervisor.features('amd64'));
  const bare = { ...features, biosTrouble: 'bios-256k.bin is gone' };
  const hypervisor = { ...it.ports.hypervisor, features: () => Promise.resolve(ok(bare)) };
  const ports = { ...it.ports, hypervisor };
  const smaller = sized('vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB');
  const refused = await converge(ports, upRequest(smaller, { command: 'resize' }));
  expect(reasonsOf(refused)).toEqual(['bios_missing']);
  expect(it.host.effects).toEqual([]);
  expect((await converge(ports, upRequest(larger, { command: 'resize' }))).ok).toBe(true);
});
