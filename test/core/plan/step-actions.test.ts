import { describe, expect, test } from 'vitest';
import type { Authorized, Grant } from '../../../src/core/plan/grant.ts';
import { wholeActions, stepActions, type StepGrant } from '../../../src/core/plan/step-actions.ts';
import type { NodeSpec } from '../../../src/core/spec/node-spec.ts';
import type { NodeRecord } from '../../../src/core/state/document.ts';
import type { Part, PartState } from '../../../src/core/state/part.ts';
import { dataDisk, part, recordOf, uuidOf, wantedNode } from './model-lab.ts';

const kept = { ...dataDisk, id: 'pg', path: '/pg', persistent: true };
const spec: NodeSpec = { ...wantedNode('node-1', 11).spec, disks: [dataDisk, kept], control: false };

function actions(
  grant: Omit<Grant, 'node'>,
  record: NodeRecord,
  vm: 'running' | 'not_running' | 'unknown' = 'not_running',
) {
  const authorized = { ...grant, node: spec.name } as Authorized<StepGrant>;
  return stepActions(authorized, { record, vm, guest: 'not_asked' }).map((action) =>
    'disk' in action ? `${action.kind} ${action.disk}` : action.kind,
  );
}

function withPart(record: NodeRecord, kind: Part['kind'], change: Partial<Part>): NodeRecord {
  return { ...record, parts: record.parts.map((each) => (each.kind === kind ? { ...each, ...change } : each)) };
}

const create = { kind: 'create' } as const;
const destroy = { kind: 'destroy', force: false, deletePersistent: false } as const;
const wholeCreation = [
  'write_node_record',
  'create_host_key',
  'create_root_disk',
  'create_data_disk data',
  'create_data_disk pg',
  'write_seed',
  'start_vm',
  'set_up_guest',
];

describe('a creation', () => {
  const pending = recordOf(spec, { life: 'creating', state: 'pending' });

  test('records the node first and meets the guest last', () => {
    expect(actions(create, pending)).toEqual(wholeCreation);
  });

  test('has a variable store only under UEFI', () => {
    const uefi = { ...pending, parts: [...pending.parts, part('firmware_vars', 'pending')] };
    expect(actions(create, uefi)).toEqual([
      ...wholeCreation.slice(0, 6),
      'create_firmware_vars',
      ...wholeCreation.slice(6),
    ]);
  });

  test.each(['pending', 'claimed', 'error', 'lost', 'running'] satisfies PartState[])(
    'goes on where it stopped: what is complete stays, what is %s is done',
    (state) => {
      const begun = withPart(withPart(pending, 'node_record', { state: 'complete' }), 'host_key', {
        state: 'complete',
      });
      const stopped = withPart(begun, 'root_disk', { state });
      expect(actions(create, stopped)).toEqual(wholeCreation.slice(2));
    },
  );

  test('starts a VM that was started and does not run, and leaves one that does', () => {
    const made = withPart(recordOf(spec, { life: 'creating' }), 'guest', { state: 'error' });
    expect(actions(create, made, 'not_running')).toEqual(['start_vm', 'set_up_guest']);
    expect(actions(create, made, 'running')).toEqual(['set_up_guest']);
  });

  test('is never begun on a guess', () => {
    expect(() => actions(create, pending, 'unknown')).toThrow(/without evidence/);
  });
});

describe('a node that exists', () => {
  const whole = recordOf(spec);
  const stopped = withPart(whole, 'vm', { outputs: { power: 'stopped' } });

  test.each(['converge', 'start'] as const)('%s starts what is stopped and finishes what is unfinished', (kind) => {
    expect(actions({ kind }, whole, 'running')).toEqual([]);
    expect(actions({ kind }, stopped, 'not_running')).toEqual(['start_vm', 'set_up_guest']);
    expect(actions({ kind }, withPart(whole, 'guest', { state: 'error' }), 'running')).toEqual(['set_up_guest']);
  });

  test('stop is skipped only where record and observation agree', () => {
    const stop = { kind: 'stop', force: false } as const;
    expect(actions(stop, stopped, 'not_running')).toEqual([]);
    expect(actions(stop, stopped, 'running')).toEqual(['stop_vm']);
    expect(actions(stop, stopped, 'unknown')).toEqual(['stop_vm']);
    expect(actions(stop, whole, 'not_running')).toEqual(['stop_vm']);
  });

  test('restart stops before it starts', () => {
    expect(actions({ kind: 'restart' }, whole, 'running')).toEqual(['stop_vm', 'start_vm', 'set_up_guest']);
  });
});

describe('a destruction', () => {
  const whole = recordOf(spec);
  const everything = [
    'stop_vm',
    'remove_runtime',
    'remove_root_disk',
    'remove_data_disk data',
    'retain_data_disk pg',
    'remove_seed',
    'remove_host_key',
    'remove_node_record',
  ];

  test('proves the VM gone first, keeps persistent disks, and forgets the node last', () => {
    expect(actions(destroy, whole)).toEqual(everything);
  });

  test('takes persistent disks along only when told to', () => {
    const all = actions({ ...destroy, deletePersistent: true } as Grant, whole);
    expect(all).toContain('remove_data_disk pg');
    expect(all).not.toContain('retain_data_disk pg');
  });

  test.each(['error', 'lost', 'running', 'complete', 'pending', 'claimed'] satisfies PartState[])(
    'does not believe that a part which is %s is gone',
    (state) => {
      const record = withPart(withPart(whole, 'vm', { state }), 'root_disk', { state });
      expect(actions(destroy, record)).toEqual(everything);
    },
  );

  test('skips what was proven gone or has been kept', () => {
    const half = withPart(withPart(whole, 'vm', { state: 'destroyed' }), 'root_disk', { state: 'destroyed' });
    const parts = half.parts.map((each) => (each.disk === 'pg' ? { ...each, state: 'retained' as const } : each));
    const left = ['remove_runtime', 'remove_data_disk data', 'remove_seed', 'remove_host_key', 'remove_node_record'];
    expect(actions(destroy, { ...half, parts })).toEqual(left);
  });

  test('keeps no disk that was never made, and one that may have been', () => {
    const never = withPart(whole, 'data_disk', { state: 'pending' });
    expect(actions(destroy, never)).toEqual(expect.arrayContaining(['remove_data_disk data', 'remove_data_disk pg']));
    const maybe = withPart(whole, 'data_disk', { state: 'error' });
    expect(actions(destroy, maybe)).toContain('retain_data_disk pg');
  });

  test('removes the variable store where there is one', () => {
    const uefi = { ...whole, parts: [...whole.parts, part('firmware_vars', 'complete')] };
    expect(actions(destroy, uefi)).toContain('remove_firmware_vars');
  });

  test('hands force on to the stop', () => {
    const [stop] = stepActions({ ...destroy, force: true, node: spec.name } as Authorized<StepGrant>, {
      record: whole,
      vm: 'unknown',
      guest: 'not_asked',
    });
    expect(stop).toEqual({ kind: 'stop_vm', node: 'node-1', uuid: whole.uuid, force: true });
  });
});

test('a purge deletes kept disks by their own identity, and the home last', () => {
  const disk = {
    diskUuid: uuidOf('disk'),
    node: spec.name,
    disk: 'pg',
    path: '/pg',
    fs: 'auto',
    virtualSizeBytes: 1,
    file: 'disks/x.qcow2',
    retainedAt: recordOf(spec).createdAt,
  } as const;
  const grant = { kind: 'purge', node: null } as Authorized<Extract<Grant, { kind: 'purge' }>>;
  expect(wholeActions(grant, { retained: [disk], uuid: uuidOf('deployment') })).toEqual([
    { kind: 'remove_retained_disk', node: 'node-1', uuid: disk.diskUuid, disk: 'pg', diskUuid: disk.diskUuid },
    { kind: 'erase_home', node: '-', uuid: uuidOf('deployment') },
  ]);
});
