import { expect, test } from 'vitest';
import { snapshotsKept } from '../../src/core/disk/snapshot-name.ts';
import { diskAuthorityTable } from '../../src/core/plan/authorize-disk.ts';
import type { ImageFacts } from '../../src/core/qemu/image-facts.ts';
import { converge } from '../../src/engine/converge.ts';
import { deleteDiskSnapshot, restoreDisk } from '../../src/engine/change-disk.ts';
import { destroy } from '../../src/engine/destroy.ts';
import { exportDisk } from '../../src/engine/export-disk.ts';
import { listDisks } from '../../src/engine/list-disks.ts';
import type { DiskRequest } from '../../src/engine/review-disk.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { mortalPorts } from '../crash/mortal-ports.ts';
import { mortality } from '../crash/mortality.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { bringUp, lab, type Lab, oneNode, reasonsOf, stateRequest, upRequest, valueOf } from './lab.ts';

const old = 'paddock-reset-20251231T000000Z';
const before = 'paddock-before-restore-20260101T000000Z';

function request(changes: Partial<DiskRequest> = {}): DiskRequest {
  return { node: 'meta', path: '/data', snapshot: old, yes: true, signal: new AbortController().signal, ...changes };
}

function facts(it: Lab): ImageFacts {
  const [, text = ''] = [...it.host.files].find(([name]) => name.includes('/disks/')) ?? [];
  return JSON.parse(text) as ImageFacts;
}

function putSnapshots(it: Lab, names: readonly string[]): void {
  const [file = ''] = [...it.host.files].find(([name]) => name.includes('/disks/')) ?? [];
  const snapshots = names.map((name) => ({ name, takenAt: '2025-12-31T00:00:00.000Z' }));
  it.host.files.set(file, JSON.stringify({ ...facts(it), snapshots }));
}

/** A stopped node whose disk was made anew once. */
async function stopped(names: readonly string[] = [old]): Promise<Lab> {
  const it = lab();
  await bringUp(it, oneNode);
  valueOf(await stop(it.ports, stateRequest()));
  putSnapshots(it, names);
  it.host.effects.length = 0;
  return it;
}

test('a restore keeps what is there first, so that it can be taken back in its turn', async () => {
  const it = await stopped();
  const report = valueOf(await restoreDisk(it.ports, request()));
  expect(it.host.effects).toEqual([`snapshot ${before}`, `restore ${old}`]);
  expect([report.status, report.nodes[0]?.action]).toEqual(['complete', 'restored']);
  valueOf(await restoreDisk(it.ports, request({ snapshot: before })));
  expect(it.host.effects.at(-1)).toBe(`restore ${before}`);
  expect(facts(it).snapshots.map(({ name }) => name)).toEqual([old, before, `${before}-2`]);
});

test('nothing is restored under a VM, and the command that stops it is named', async () => {
  const it = await stopped();
  valueOf(await start(it.ports, stateRequest()));
  const effects = it.host.effects.length;
  expect(reasonsOf(await restoreDisk(it.ports, request()))).toEqual(['disk_in_use']);
  it.host.silent.add(it.store.history.at(-1)?.nodes['meta']?.uuid ?? ('' as never));
  expect(reasonsOf(await restoreDisk(it.ports, request()))).toEqual(['evidence_unknown']);
  expect(it.host.effects).toHaveLength(effects);
});

test.each([
  [{ node: 'nobody' }, 'unknown_node'],
  [{ path: '/none' }, 'unknown_disk'],
  [{ snapshot: 'none' }, 'unknown_snapshot'],
])('a restore of %o is refused', async (changes, reason) => {
  const it = await stopped();
  expect(reasonsOf(await restoreDisk(it.ports, request(changes)))).toEqual([reason]);
  expect(reasonsOf(await deleteDiskSnapshot(it.ports, request(changes)))).toEqual([reason]);
  expect(it.host.effects).toEqual([]);
});

test('without a yes nothing is restored and nothing is deleted', async () => {
  const it = await stopped();
  for (const answer of [{ kind: 'no_terminal' }, { kind: 'declined', typed: 'yes' }] as const) {
    const ports = modelPorts(it.host, { store: it.store, answer });
    for (const change of [restoreDisk, deleteDiskSnapshot]) {
      const refused = await change(ports, request({ yes: false }));
      expect(reasonsOf(refused)).toEqual([answer.kind === 'no_terminal' ? 'confirmation_required' : 'declined']);
    }
  }
  expect(it.host.effects).toEqual([]);
});

test('snapshots are bounded: a restore that could not be taken back is refused until one is deleted', async () => {
  const names = [old, ...Array.from({ length: snapshotsKept - 1 }, (_, index) => `s${String(index)}`)];
  const it = await stopped(names);
  expect(reasonsOf(await restoreDisk(it.ports, request()))).toEqual(['snapshot_limit']);
  expect(valueOf(await deleteDiskSnapshot(it.ports, request({ snapshot: 's0' }))).nodes[0]?.action).toBe(
    'snapshot_deleted',
  );
  expect(valueOf(await restoreDisk(it.ports, request())).status).toBe('complete');
});

test('a restore that broke off keeps the node from starting, and goes on with what it kept the first time', async () => {
  const it = await stopped();
  it.host.failing.set(`restore ${old}`, [
    { reason: 'vm_refused', node: 'meta', command: 'snapshot', detail: 'no space left' },
  ]);
  expect(valueOf(await restoreDisk(it.ports, request())).status).toBe('error');
  expect(reasonsOf(await start(it.ports, stateRequest()))).toEqual(['restore_unfinished']);
  expect(reasonsOf(await converge(it.ports, upRequest(oneNode)))).toEqual(['restore_unfinished']);
  expect(valueOf(await listDisks(it.ports)).disks[1]?.restoring).toBe(old);
  // Kept without its node the disk would pass for a whole one; whoever deletes it may do so.
  const commits = it.store.history.length;
  expect(reasonsOf(await destroy(it.ports, stateRequest({ scope: ['meta'] })))).toEqual(['restore_unfinished']);
  expect(it.store.history).toHaveLength(commits);
  expect(valueOf(await restoreDisk(it.ports, request())).status).toBe('complete');
  expect(facts(it).snapshots.map(({ name }) => name)).toEqual([old, before]);
  expect(valueOf(await start(it.ports, stateRequest())).status).toBe('complete');
});

test('the disks of nodes and those that outlived them are listed, with their snapshots', async () => {
  const it = await stopped();
  const listed = async () =>
    valueOf(await listDisks(it.ports)).disks.map(({ node, path, state, snapshots }) => [
      ...[node, path, state],
      snapshots.length,
    ]);
  expect(await listed()).toEqual([
    ['meta', null, 'attached', 0],
    ['meta', '/data', 'attached', 1],
  ]);
  valueOf(await destroy(it.ports, stateRequest()));
  expect(await listed()).toEqual([['meta', '/data', 'kept', 1]]);
  expect(reasonsOf(await restoreDisk(it.ports, request()))).toEqual(['disk_retained']);
});

test('an export reads a disk that no VM has, a snapshot at any time, and writes over nothing', async () => {
  const it = await stopped();
  const asked = { node: 'meta', path: '/data', format: 'qcow2', signal: new AbortController().signal } as const;
  const commits = it.store.history.length;
  valueOf(await exportDisk(it.ports, { ...asked, snapshot: null, to: '/home/u/now' }));
  expect(reasonsOf(await exportDisk(it.ports, { ...asked, snapshot: null, to: '/home/u/now' }))).toEqual([
    'export_exists',
  ]);
  expect(it.store.history).toHaveLength(commits);
  valueOf(await start(it.ports, stateRequest()));
  const running = { ...asked, to: '/home/u/running' };
  expect(reasonsOf(await exportDisk(it.ports, { ...running, snapshot: null }))).toEqual(['disk_in_use']);
  expect(reasonsOf(await exportDisk(it.ports, { ...running, snapshot: 'none' }))).toEqual(['unknown_snapshot']);
  expect(valueOf(await exportDisk(it.ports, { ...running, snapshot: old })).file).toBe('/home/u/running');
  valueOf(await destroy(it.ports, stateRequest()));
  expect(valueOf(await exportDisk(it.ports, { ...asked, snapshot: null, to: '/home/u/kept' })).path).toBe('/data');
});

test('no manifest can ask for any of this, and only a committed life may be changed', () => {
  const granted = Object.values(diskAuthorityTable).map((row) =>
    Object.entries(row).flatMap(([life, authority]) => ('grant' in authority ? [life] : [])),
  );
  expect(granted).toEqual([['committed'], ['committed']]);
});

test('a disk whose restore broke off goes with its node where it is to be deleted', async () => {
  const it = await stopped();
  it.host.failing.set(`restore ${old}`, [
    { reason: 'vm_refused', node: 'meta', command: 'snapshot', detail: 'no space left' },
  ]);
  valueOf(await restoreDisk(it.ports, request()));
  expect(valueOf(await destroy(it.ports, stateRequest({ deletePersistent: true }))).status).toBe('complete');
});

test.each([
  ['refused', 'unknown_snapshot', { snapshot: 'none' }, { kind: 'approved' }],
  ['asked about and declined', 'declined', { yes: false }, { kind: 'declined', typed: 'no' }],
  ['refused', 'unknown_disk', { path: '/none', yes: false }, { kind: 'approved' }],
] as const)(
  'one that is %s (%s) settles what was interrupted before it all the same',
  async (_how, reason, changes, answer) => {
    for (const change of [restoreDisk, deleteDiskSnapshot]) {
      const it = await stopped();
      const life = mortality(6);
      await Promise.race([start(mortalPorts(it.ports, life), stateRequest()), life.death]);
      const open = it.store.history.at(-1);
      expect([open?.operation?.command, open?.fence.owner === null]).toEqual(['start', false]);
      const effects = it.host.effects.length;
      const ports = modelPorts(it.host, { store: it.store, pid: 2, answer });
      expect(reasonsOf(await change(ports, request(changes)))).toEqual([reason]);
      const left = it.store.history.at(-1);
      expect([left?.operation, left?.fence.owner]).toEqual([null, null]);
      expect(it.host.effects).toHaveLength(effects);
    }
  },
);

test('a copy of a disk does not go into the home, where it would stand in the way of a purge', async () => {
  const it = await stopped();
  const { home } = it.ports.layout;
  for (const [snapshot, to] of [
    [null, `${home}/copy.qcow2`],
    [old, `${home}/disks/copy.qcow2`],
  ] as const) {
    const { signal } = new AbortController();
    const asked = { node: 'meta', path: '/data', snapshot, format: 'qcow2', to, signal } as const;
    expect(await exportDisk(it.ports, asked)).toMatchObject({
      failures: [{ reason: 'export_in_home', path: to, home }],
    });
    expect(it.host.files.has(to)).toBe(false);
  }
});
