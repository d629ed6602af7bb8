import { expect, test } from 'vitest';
import { describeFailure } from '../../src/core/failure-text.ts';
import type { Instant } from '../../src/core/names.ts';
import type { ImageFacts } from '../../src/core/qemu/image-facts.ts';
import { deleteDiskSnapshot, restoreDisk } from '../../src/engine/change-disk.ts';
import { converge } from '../../src/engine/converge.ts';
import { destroy } from '../../src/engine/destroy.ts';
import { exportDisk } from '../../src/engine/export-disk.ts';
import { listDisks } from '../../src/engine/list-disks.ts';
import { restart, start, stop } from '../../src/engine/start-stop.ts';
import { bringUp, lab, type Lab, oneNode, stateRequest, twoNodes, upRequest, valueOf } from './lab.ts';

const snapshot = 'paddock-reset-20251231T000000Z';

/** Images that reach into somebody else's file, and what is said of each. */
const altered: readonly (readonly [Partial<ImageFacts>, string])[] = [
  [{ backingFile: '/etc/shadow' }, 'has /etc/shadow as its backing file instead of none'],
  [{ externalDataFile: '/dev/sda' }, 'keeps its data in /dev/sda'],
  [{ format: 'raw' }, 'is raw instead of qcow2'],
];

async function stopped(text: string): Promise<Lab> {
  const it = lab();
  await bringUp(it, text);
  valueOf(await stop(it.ports, stateRequest()));
  return it;
}

/** The file of the one disk whose path has this in it, with these facts from now on. */
function alter(it: Lab, part: string, facts: Partial<ImageFacts>): string {
  const [file = '', text = ''] = [...it.host.files].find(([name]) => name.includes(part)) ?? [];
  it.host.files.set(file, JSON.stringify({ ...(JSON.parse(text) as ImageFacts), ...facts }));
  it.host.effects.length = 0;
  return file;
}

test.each(altered)('a data disk with %o is not given to a VM, and the other node starts', async (facts, problem) => {
  for (const command of ['start', 'up'] as const) {
    const it = await stopped(twoNodes);
    const file = alter(it, '/disks/', facts);
    const report = valueOf(
      await (command === 'start' ? start(it.ports, stateRequest()) : converge(it.ports, upRequest(twoNodes))),
    );
    expect(report.status).toBe('partial');
    expect(report.failures.map(({ failure }) => failure)).toEqual([
      { reason: 'data_disk_broken', node: 'meta', path: '/data', file, problem },
    ]);
    expect(it.host.effects).toContain('launch node-1');
    expect(it.host.effects).not.toContain('launch meta');
  }
});

test.each([...altered, [{ backingFile: null }, 'has no image as its backing file'] as const])(
  'a root disk with %o is not started',
  async (facts, problem) => {
    const it = await stopped(twoNodes);
    alter(it, '/root.qcow2', facts);
    const report = valueOf(await start(it.ports, stateRequest()));
    const [failed, ...others] = report.failures.map(({ failure }) => failure);
    expect(others).toEqual([]);
    expect(failed).toMatchObject({ reason: 'image_chain_broken', node: 'meta' });
    expect(failed === undefined ? '' : describeFailure(failed).message).toContain(problem.replace(/ instead.*/, ''));
    expect(it.host.effects).not.toContain('launch meta');
  },
);

test.each(['/disks/', '/root.qcow2'])('a restart with a changed %s stops nothing', async (part) => {
  const it = lab();
  await bringUp(it, twoNodes);
  alter(it, part, { backingFile: '/etc/shadow' });
  const reason = part === '/disks/' ? 'data_disk_broken' : 'image_chain_broken';
  const harder = twoNodes.replace('vm_mem: 256MiB', 'vm_mem: 384MiB');
  const resized = upRequest(harder, { command: 'resize', restart: true });
  for (const refused of [await restart(it.ports, stateRequest()), await converge(it.ports, resized)]) {
    expect(refused).toMatchObject({ failures: [{ reason, node: 'meta' }] });
  }
  expect(it.host.effects).toEqual([]);
});

test('a data disk that is marked corrupt is not given to a VM', async () => {
  const it = await stopped(oneNode);
  const file = alter(it, '/disks/', { corrupt: true });
  const report = valueOf(await start(it.ports, stateRequest()));
  const problem = 'is marked corrupt';
  expect(report.failures[0]?.failure).toEqual({
    reason: 'data_disk_broken',
    node: 'meta',
    path: '/data',
    file,
    problem,
  });
});

test.each(altered)('of a data disk with %o nothing is copied, restored or deleted', async (facts, problem) => {
  const it = await stopped(oneNode);
  const snapshots = [{ name: snapshot, takenAt: '2025-12-31T00:00:00.000Z' as Instant }];
  const file = alter(it, '/disks/', { ...facts, snapshots });
  const { signal } = new AbortController();
  const request = { node: 'meta', path: '/data', snapshot, yes: true, signal };
  const refused = { ok: false, failures: [{ reason: 'data_disk_broken', path: '/data', file, problem }] };
  for (const of of [null, snapshot]) {
    const to = '/tmp/copy.qcow2';
    expect(await exportDisk(it.ports, { ...request, snapshot: of, format: 'qcow2', to })).toMatchObject(refused);
    expect(it.host.files.has(to)).toBe(false);
  }
  expect(await restoreDisk(it.ports, request)).toMatchObject(refused);
  expect(await deleteDiskSnapshot(it.ports, request)).toMatchObject(refused);
  expect(it.host.effects).toEqual([]);
  expect(valueOf(await listDisks(it.ports)).disks.find(({ path }) => path === '/data')?.problem).toBe(
    `${file} ${problem}`,
  );
});

test('what is on a corrupt disk may still be copied', async () => {
  const it = await stopped(oneNode);
  alter(it, '/disks/', { corrupt: true });
  const { signal } = new AbortController();
  const request = {
    node: 'meta',
    path: '/data',
    snapshot: null,
    format: 'qcow2',
    to: '/tmp/copy.qcow2',
    signal,
  } as const;
  expect((await exportDisk(it.ports, request)).ok).toBe(true);
});

test.each(altered)('no disk with %o grows, neither a root nor a data disk', async (facts, problem) => {
  for (const [part, reason] of [
    ['/disks/', 'data_disk_broken'],
    ['/root.qcow2', 'image_chain_broken'],
  ] as const) {
    const it = lab();
    await bringUp(it, oneNode);
    alter(it, part, facts);
    const larger = upRequest(oneNode.replaceAll('1GiB', '2GiB'), { command: 'resize' });
    const report = valueOf(await converge(it.ports, larger));
    const [failed] = report.failures.map(({ failure }) => failure);
    expect(failed).toMatchObject({ reason });
    expect(failed === undefined ? '' : describeFailure(failed).message).toContain(problem.replace(/ instead.*/, ''));
  }
});

test.each(altered)('a kept disk with %o is not taken over', async (facts, problem) => {
  const it = await stopped(oneNode);
  valueOf(await destroy(it.ports, stateRequest()));
  const file = alter(it, '/disks/', facts);
  expect(await converge(it.ports, upRequest(oneNode))).toMatchObject({
    failures: [{ reason: 'data_disk_broken', node: 'meta', path: '/data', file, problem }],
  });
  expect(it.host.effects).toEqual([]);
});
