import { expect, test } from 'vitest';
import type { ImageFacts } from '../../src/core/qemu/image-facts.ts';
import { snapshotsKept } from '../../src/core/disk/snapshot-name.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { bringUp, lab, oneNode, stateRequest, valueOf, type Lab } from './lab.ts';

const snapshot = 'paddock-reset-20260101T000000Z';
const back =
  `disks: /data: its file system was damaged and was made anew; the old bytes come back with: ` +
  `paddock stop meta, then paddock disk restore meta /data ${snapshot}`;

/** A lab whose guest will find its data disk damaged. */
async function damagedLab(): Promise<Lab> {
  const it = lab();
  await bringUp(it, oneNode);
  valueOf(await stop(it.ports, stateRequest()));
  it.host.damaged.add('data');
  it.host.guests.clear();
  it.host.effects.length = 0;
  return it;
}

function image(it: Lab): { readonly file: string; readonly facts: ImageFacts } {
  const [file = '', text = ''] = [...it.host.files].find(([name]) => name.includes('/disks/')) ?? [];
  return { file, facts: JSON.parse(text) as ImageFacts };
}

function putSnapshots(it: Lab, names: readonly string[]): void {
  const { file, facts } = image(it);
  const snapshots = names.map((name) => ({ name, takenAt: '2026-01-01T00:00:00.000Z' }));
  it.host.files.set(file, JSON.stringify({ ...facts, snapshots }));
}

const warnings = (report: { readonly nodes: readonly { readonly warnings: readonly string[] }[] }) =>
  report.nodes.flatMap((node) => node.warnings);

test('a proven-damaged disk is kept as a snapshot, then made anew, then mounted: in this order, as recorded steps', async () => {
  const it = await damagedLab();
  const report = valueOf(await start(it.ports, stateRequest()));
  expect(it.host.effects.filter((effect) => /^(snapshot|script)/u.test(effect))).toEqual([
    'script set-up meta',
    `snapshot ${snapshot}`,
    'script reset-disk meta',
    'script set-up meta',
  ]);
  expect([report.status, report.steps.map(({ kind }) => kind).slice(-2)]).toEqual([
    'complete',
    ['reset_data_disk', 'set_up_guest'],
  ]);
  expect(warnings(report)).toEqual([back]);
  expect(image(it).facts.snapshots.map(({ name }) => name)).toEqual([snapshot]);
  expect(it.store.history.at(-1)?.events.map(({ text }) => text)).toContainEqual(
    expect.stringContaining(`its old bytes are in the snapshot ${snapshot}`),
  );
  // The barrier of the step stood on record before the snapshot, and the snapshot's name before anything was written.
  const recorded = it.store.history.map(({ operation, nodes }) => [
    operation?.steps.find(({ action }) => action.kind === 'reset_data_disk')?.state,
    nodes['meta']?.parts.find(({ kind }) => kind === 'data_disk')?.outputs['resetSnapshot'],
  ]);
  expect(recorded).toContainEqual(['running', undefined]);
  expect(recorded).toContainEqual(['running', snapshot]);
});

test('without a snapshot nothing is written, and the guest is usable all the same', async () => {
  const it = await damagedLab();
  it.host.failing.set(`snapshot ${snapshot}`, [
    { reason: 'vm_refused', node: 'meta', command: 'blockdev-snapshot-internal-sync', detail: 'no space left' },
  ]);
  const report = valueOf(await start(it.ports, stateRequest()));
  expect(it.host.effects).not.toContain('script reset-disk meta');
  expect([report.status, report.nodes[0]?.ready]).toEqual(['complete', true]);
  expect(warnings(report)).toEqual([
    'disks: data is damaged',
    'disks: /data: it was not made anew: node meta: QEMU refused blockdev-snapshot-internal-sync (no space left)',
  ]);
  // The next command tries again, and nothing is left of the warning.
  expect(warnings(await bringUp(it, oneNode))).toEqual([back]);
});

test.each([
  [
    'that a person has brought back',
    ['paddock-before-restore-20260101T000000Z'],
    'it was brought back by disk restore',
  ],
  [
    'that has as many snapshots as are kept',
    Array.from({ length: snapshotsKept }, (_, index) => `s${String(index)}`),
    'it has 8 snapshots',
  ],
])('a damaged disk %s is not made anew', async (_what, names, why) => {
  const it = await damagedLab();
  putSnapshots(it, names);
  const report = valueOf(await start(it.ports, stateRequest()));
  expect(it.host.effects.filter((effect) => /^(snapshot|script)/u.test(effect))).toEqual(['script set-up meta']);
  expect(report.steps.map(({ kind }) => kind)).not.toContain('reset_data_disk');
  expect(warnings(report)).toEqual(['disks: data is damaged', expect.stringContaining(`it was not made anew: ${why}`)]);
});

test('a disk that the guest does not find damaged again keeps its bytes, and no way back is advised', async () => {
  const it = await damagedLab();
  it.host.failing.set('script reset-disk meta', [
    { reason: 'guest_script_refused', node: 'meta', script: 'reset-disk', detail: 'busy' },
  ]);
  const report = valueOf(await start(it.ports, stateRequest()));
  expect(warnings(report)).toEqual([
    'disks: data is damaged',
    'disks: /data: it was not made anew: node meta: the guest did not run reset-disk (busy)',
  ]);
});
