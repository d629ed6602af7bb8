import { describe, expect, test } from 'vitest';
import type { Instant, NodeName } from '../../../src/core/names.ts';
import type { DiskSpec, NodeSpec } from '../../../src/core/spec/node-spec.ts';
import type { NodeRecord, StateDocument } from '../../../src/core/state/document.ts';
import { converged, dataDisk, part, planOf, uuidOf, wanted, wantedNode, withRecord } from './model-lab.ts';

const gib = 2 ** 30;
const pg: DiskSpec = { ...dataDisk, id: 'pg', path: '/pg', persistent: true };
const both = { disks: [dataDisk, pg] };
const before = wanted([wantedNode('node-1', 11, { spec: both })]);
const running = converged(before);
const stopped = withVm(running, { power: 'stopped' });
const noDisks = { replaces: [], removes: [], keeps: [], setsAside: [], attaches: [], makes: [] };
const none = { starts: false, restarts: false, ...noDisks, introducedTo: null };

function withVm(document: StateDocument, outputs: { readonly [name: string]: string | number }): StateDocument {
  const parts = document.nodes['node-1']?.parts.map((each) => (each.kind === 'vm' ? { ...each, outputs } : each)) ?? [];
  return withRecord(document, 'node-1', { parts });
}

function kept({ id, path, fs, sizeBytes }: DiskSpec): StateDocument['retained'][number] {
  return {
    diskUuid: uuidOf(`kept ${id}`),
    node: 'node-1' as NodeName,
    disk: id,
    path,
    fs,
    virtualSizeBytes: sizeBytes,
    file: 'disks/kept.qcow2',
    retainedAt: '2026-01-02T03:04:05.678Z' as Instant,
  };
}

function effectsOf(spec: Partial<NodeSpec>, document: StateDocument | null) {
  return planOf(wanted([wantedNode('node-1', 11, { spec: { ...both, ...spec } })]), document).nodes[0]?.effects;
}

describe('effects', () => {
  test('of nothing: a running VM is left alone, a stopped one is started', () => {
    expect(effectsOf({}, running)).toEqual(none);
    expect(effectsOf({}, stopped)).toEqual({ ...none, starts: true });
    expect(planOf(before, stopped).nodes[0]).toMatchObject({
      outcome: 'unchanged',
      settled: false,
      next: ['up', 'node-1'],
    });
  });

  test('of a creation: disks kept from an earlier node of its name are attached again', () => {
    const makes = ['root disk', 'disk /data'];
    expect(effectsOf({}, null)).toEqual({ ...none, starts: true, makes: [...makes, 'disk /pg'] });
    const gone = withRecord({ ...running, retained: [kept(pg)] }, 'node-1', { life: 'destroyed' });
    expect(effectsOf({}, gone)).toEqual({ ...none, starts: true, makes, attaches: ['disk /pg (disks/kept.qcow2)'] });
  });

  test('of a new host key: the control node that runs hears of it, and no other', () => {
    const lab = wanted([wantedNode('node-1', 11), wantedNode('node-2', 12)]);
    const image = wanted([
      wantedNode('node-1', 11, { spec: { image: 'other' } }),
      wantedNode('node-2', 12, { spec: { image: 'other' } }),
    ]);
    const guest = { controlKey: null } as NodeRecord['guest'];
    const document = converged(lab);
    const held = { ...document.deployment, controlKey: uuidOf('key') } as StateDocument['deployment'];
    const ready = withRecord({ ...document, deployment: held }, 'node-1', { guest });
    const heard = (state: StateDocument, more = image) =>
      planOf(more, state).nodes.map(({ effects }) => effects.introducedTo);
    expect(heard(ready)).toEqual([null, 'node-1']);
    expect(heard(ready, lab)).toEqual([null, null]);
    expect(heard(withVm(ready, { power: 'stopped' }))).toEqual([null, null]);
    expect(heard(withRecord(ready, 'node-1', { guest: null }))).toEqual([null, null]);
    const earlier = { controlKey: uuidOf('earlier key') } as NodeRecord['guest'];
    expect(heard(withRecord(ready, 'node-1', { guest: earlier }))).toEqual([null, null]);
    const more = wanted([wantedNode('node-1', 11), wantedNode('node-2', 12), wantedNode('node-3', 13)]);
    expect(heard(ready, more)).toEqual([null, null, 'node-1']);
    expect(heard(ready, { ...more, adminAddress: '10.10.10.13' })).toEqual([null, null, null]);
  });

  test('of a resize: live, by restart, or at the next start', () => {
    const keeps = ['root disk', 'disk /data', 'disk /pg'];
    expect(effectsOf({ cpus: 3 }, running)).toEqual({ ...none, keeps });
    expect(effectsOf({ cpus: 1 }, running)).toEqual({ ...none, restarts: true, keeps });
    expect(effectsOf({ cpus: 1 }, stopped)).toEqual({ ...none, keeps });
    expect(effectsOf({ cpus: 3 }, withVm(running, { maxCpus: 2 }))).toMatchObject({ restarts: true });
    expect(effectsOf({ disks: [{ ...dataDisk, sizeBytes: 256 * gib }, pg] }, running)).toEqual({ ...none, keeps });
  });

  test('of a new VM: persistent disks stay, the others are replaced or go', () => {
    const image = 'local-b';
    const replaces = ['root disk', 'disk /data'];
    expect(effectsOf({ image }, running)).toEqual({ ...none, restarts: true, replaces, keeps: ['disk /pg'] });
    expect(effectsOf({ image }, stopped)).toEqual({ ...none, starts: true, replaces, keeps: ['disk /pg'] });
    expect(effectsOf({ disks: [] }, running)).toEqual({
      ...none,
      restarts: true,
      replaces: ['root disk'],
      removes: ['disk /data'],
      setsAside: ['disk /pg'],
    });
  });

  test('of a new VM with another path: the old disk is set aside, and one is made or attached again', () => {
    const moved: DiskSpec = { ...pg, id: 'new', path: '/new' };
    const to = { disks: [dataDisk, moved] };
    const set = { ...none, restarts: true, replaces: ['root disk', 'disk /data'], setsAside: ['disk /pg'] };
    expect(effectsOf(to, running)).toEqual({ ...set, makes: ['disk /new'] });
    expect(effectsOf(to, { ...running, retained: [kept(moved)] })).toEqual({
      ...set,
      attaches: ['disk /new (disks/kept.qcow2)'],
    });
  });

  test('of a new VM that wants a kept disk where the old one has its own: that one goes', () => {
    const disks = [{ ...dataDisk, persistent: true }, pg];
    expect(effectsOf({ disks }, { ...running, retained: [kept(dataDisk)] })).toEqual({
      ...none,
      restarts: true,
      replaces: ['root disk'],
      removes: ['disk /data'],
      keeps: ['disk /pg'],
      attaches: ['disk /data (disks/kept.qcow2)'],
    });
  });

  test('of an end: what goes and what stays', () => {
    const gone = { ...none, removes: ['root disk', 'disk /data'], keeps: ['disk /pg'] };
    expect(planOf(wanted([]), running).nodes[0]?.effects).toEqual(gone);
    expect(effectsOf({}, withRecord(running, 'node-1', { life: 'destroying' }))).toEqual(gone);
    const changed = withRecord(running, 'node-1', { life: 'creating', parts: [part('vm', 'error')] });
    expect(effectsOf({ cpus: 8 }, changed)).toEqual(gone);
  });
});

describe('disk changes', () => {
  test.each([
    [
      [{ ...dataDisk, sizeBytes: 256 * gib }, pg],
      'resize',
      { path: 'vm_disks[/data].size', from: '128GiB', to: '256GiB' },
    ],
    [
      [{ ...dataDisk, sizeBytes: 64 * gib }, pg],
      'recreate',
      { path: 'vm_disks[/data].size', from: '128GiB', to: '64GiB' },
    ],
    [[{ ...dataDisk, fs: 'xfs' as const }, pg], 'recreate', { path: 'vm_disks[/data].fs', from: 'auto', to: 'xfs' }],
    [
      [{ ...dataDisk, persistent: true }, pg],
      'recreate',
      { path: 'vm_disks[/data].persistent', from: false, to: true },
    ],
    [
      [pg],
      'recreate',
      { path: 'vm_disks[/data]', from: { path: '/data', size: '128GiB', fs: 'auto', persistent: false }, to: null },
    ],
  ])('%j is %s', (disks, outcome, change) => {
    const plan = planOf(wanted([wantedNode('node-1', 11, { spec: { disks } })]), running);
    expect(plan.nodes[0]).toMatchObject({ outcome, changes: [change] });
  });
});
