import { describe, expect, it } from 'vitest';
import type { NodeName } from '../../../src/core/names.ts';
import type { Action } from '../../../src/core/plan/action.ts';
import type { StateDocument } from '../../../src/core/state/document.ts';
import type { Part, PartKind, StepError } from '../../../src/core/state/part.ts';
import { partOfAction } from '../../../src/core/state/part-of-action.ts';
import {
  claimStep,
  completeStep,
  failStep,
  recordOutputs,
  startStep,
} from '../../../src/core/state/step-transitions.ts';
import { at, modelDocument, modelOperation, pendingStep, testUuid } from '../../fakes/model-document.ts';

const meta = { node: 'meta' as NodeName & string, uuid: testUuid(1) };
const disk = { ...meta, disk: 'data', diskUuid: testUuid(1000) };

/** Every kind once; the compiler keeps the table whole. */
const actions = {
  write_node_record: { kind: 'write_node_record', ...meta },
  create_host_key: { kind: 'create_host_key', ...meta },
  create_root_disk: { kind: 'create_root_disk', ...meta },
  create_data_disk: { kind: 'create_data_disk', ...disk },
  write_seed: { kind: 'write_seed', ...meta },
  create_firmware_vars: { kind: 'create_firmware_vars', ...meta },
  start_shares: { kind: 'start_shares', ...meta },
  start_vm: { kind: 'start_vm', ...meta },
  set_up_guest: { kind: 'set_up_guest', ...meta },
  forward_ports: { kind: 'forward_ports', ...meta, ports: [] },
  introduce_peers: { kind: 'introduce_peers', ...meta },
  stop_vm: { kind: 'stop_vm', ...meta, force: false },
  plug_cpus: { kind: 'plug_cpus', ...meta, cpus: 3 },
  set_memory: { kind: 'set_memory', ...meta, memoryBytes: 2 ** 30 },
  grow_root_disk: { kind: 'grow_root_disk', ...meta, sizeBytes: 2 ** 37 },
  grow_data_disk: { kind: 'grow_data_disk', ...disk, sizeBytes: 2 ** 38 },
  grow_guest_disks: { kind: 'grow_guest_disks', ...meta },
  reset_data_disk: { kind: 'reset_data_disk', ...disk, snapshot: 's', proof: 'p' },
  restore_data_disk: { kind: 'restore_data_disk', ...disk, snapshot: 's', before: 'b', sizeBytes: 2 ** 38 },
  delete_snapshot: { kind: 'delete_snapshot', ...disk, snapshot: 's' },
  remove_runtime: { kind: 'remove_runtime', ...meta },
  remove_root_disk: { kind: 'remove_root_disk', ...meta },
  remove_data_disk: { kind: 'remove_data_disk', ...disk },
  retain_data_disk: { kind: 'retain_data_disk', ...disk },
  remove_seed: { kind: 'remove_seed', ...meta },
  remove_firmware_vars: { kind: 'remove_firmware_vars', ...meta },
  remove_host_key: { kind: 'remove_host_key', ...meta },
  remove_node_record: { kind: 'remove_node_record', ...meta },
  remove_other_life: { kind: 'remove_other_life', ...meta },
  remove_retained_disk: { kind: 'remove_retained_disk', ...disk },
  erase_home: { kind: 'erase_home', ...meta },
} satisfies { readonly [K in Action['kind']]: Action };

function open(action: Action): { readonly document: StateDocument; readonly step: string } {
  return {
    document: { ...everyPart(modelDocument(2)), operation: modelOperation([action]) },
    step: pendingStep(action).id,
  };
}

function parts(document: StateDocument, node = 'meta'): readonly Part[] {
  return document.nodes[node]?.parts ?? [];
}

/** A node without shares has no part for them. */
function everyPart(document: StateDocument): StateDocument {
  const part = {
    kind: 'shares',
    disk: null,
    diskUuid: null,
    state: 'pending',
    file: null,
    outputs: {},
    error: null,
  } as const;
  const nodes = Object.entries(document.nodes).map(([name, node]) => [name, { ...node, parts: [...node.parts, part] }]);
  return { ...document, nodes: Object.fromEntries(nodes) as StateDocument['nodes'] };
}

function changed(before: StateDocument, after: StateDocument): readonly PartKind[] {
  return parts(after)
    .filter((part, index) => part !== parts(before)[index])
    .map((part) => part.kind);
}

const error: StepError = { reason: 'command_failed', message: 'qemu-img failed', command: null };

describe.each(Object.values(actions))('the step of $kind', (action) => {
  const { document, step } = open(action);
  const { part, children, effect } = partOfAction[action.kind];
  const running = startStep(document, { step, at });

  it('moves its own part with it, and no other', () => {
    expect(running.operation?.steps[0]).toMatchObject({ state: 'running', startedAt: at, endedAt: null });
    expect(changed(document, running)).toEqual(part === null ? [] : [part]);
    expect(running.nodes['node-1']).toBe(document.nodes['node-1']);
  });

  it('ends complete, with the part as its effect leaves it', () => {
    const complete = completeStep(recordOutputs(running, step, { size: 1 }), { step, at });
    expect(complete.operation?.steps[0]).toMatchObject({ state: 'complete', endedAt: at, error: null });
    const states = {
      make: 'complete',
      use: 'complete',
      change: 'complete',
      remove: 'destroyed',
      retain: 'retained',
    } as const;
    for (const each of parts(complete)) {
      if (each.kind === part) expect(each).toMatchObject({ state: states[effect], outputs: { size: 1 }, error: null });
      else expect(each.state).toBe((children as readonly PartKind[]).includes(each.kind) ? 'destroyed' : 'pending');
    }
  });

  it('ends in error with what is known, and its children stay; what only changes is as whole as before', () => {
    const failed = failStep(recordOutputs(running, step, { size: 1 }), { step, at }, error);
    expect(failed.operation?.steps[0]).toMatchObject({ state: 'error', endedAt: at, error });
    for (const each of parts(failed)) {
      if (each.kind === part)
        expect(each).toMatchObject({ state: effect === 'change' ? 'complete' : 'error', outputs: { size: 1 }, error });
      else expect(each.state).toBe('pending');
    }
  });
});

describe('steps', () => {
  const { document, step } = open(actions.start_vm);
  const running = startStep(document, { step, at });

  it('are claimed without touching a part', () => {
    const claimed = claimStep(document, step);
    expect([claimed.operation?.steps[0]?.state, changed(document, claimed)]).toEqual(['claimed', []]);
    expect(startStep(claimed, { step, at }).operation?.steps[0]?.state).toBe('running');
  });

  it('start again after an error, keeping outputs and dropping the error', () => {
    const failed = failStep(recordOutputs(running, step, { pid: 3 }), { step, at }, error);
    const again = startStep(failed, { step, at });
    expect(parts(again).find((part) => part.kind === 'vm')).toMatchObject({
      state: 'running',
      outputs: { pid: 3 },
      error: null,
    });
    expect(again.operation?.steps[0]).toMatchObject({ state: 'running', endedAt: null, error: null });
  });

  it('do not move where only a bug would move them', () => {
    const complete = completeStep(running, { step, at });
    expect(() => startStep(complete, { step, at })).toThrow('step meta/start_vm is complete');
    expect(() => claimStep(running, step)).toThrow('step meta/start_vm is running');
    expect(() => completeStep(document, { step, at })).toThrow('step meta/start_vm is pending');
    expect(() => failStep(document, { step, at }, error)).toThrow('step meta/start_vm is pending');
    expect(() => startStep(document, { step: 'meta/none', at })).toThrow('the open operation has no step meta/none');
    expect(() => startStep({ ...document, operation: null }, { step, at })).toThrow('has no step');
  });

  it('leave another life of the same name alone', () => {
    const earlier: Action = { ...actions.remove_root_disk, uuid: testUuid(77) };
    const other = open(earlier);
    const removed = completeStep(startStep(other.document, { step: other.step, at }), { step: other.step, at });
    expect(removed.nodes).toBe(other.document.nodes);
  });

  it('of one disk leave the other disks alone', () => {
    const wrong: Action = { ...actions.create_data_disk, diskUuid: testUuid(4242) };
    const other = open(wrong);
    expect(changed(other.document, startStep(other.document, { step: other.step, at }))).toEqual([]);
  });

  it('never find a node under a name that every object has', () => {
    const strange: Action = { ...actions.start_vm, node: 'constructor' as NodeName & string };
    const other = open(strange);
    expect(startStep(other.document, { step: other.step, at }).nodes).toBe(other.document.nodes);
  });
});
