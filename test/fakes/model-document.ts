import type { Instant, NodeName, SpecHash, Uuid } from '../../src/core/names.ts';
import type { Action } from '../../src/core/plan/action.ts';
import type { SharedPolicy } from '../../src/core/spec/envelope.ts';
import type { NodeSpec } from '../../src/core/spec/node-spec.ts';
import type { StateDocument } from '../../src/core/state/document.ts';
import { emptyDocument } from '../../src/core/state/empty-document.ts';
import { takeFence } from '../../src/core/state/fence.ts';
import { newNodeRecord } from '../../src/core/state/new-node-record.ts';
import type { Operation, StepRecord } from '../../src/core/state/operation.ts';
import { fakeIdentity } from './fake-processes.ts';

export const at = '2026-01-01T00:00:00.000Z' as Instant & string;

export function testUuid(count: number): Uuid {
  return `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}` as Uuid & string;
}

export function testSpec(name: string, octet: number): NodeSpec {
  return {
    name: name as NodeName & string,
    address: `10.10.10.${String(octet)}`,
    cpus: 2,
    memoryBytes: 4_294_967_296,
    rootDiskBytes: 68_719_476_736,
    disks: [{ id: 'data', path: '/data', sizeBytes: 137_438_953_472, fs: 'auto', persistent: true }],
    shares: [],
    aliases: [],
    image: 'u24:stable',
    userDataSha256: null,
    control: octet === 10,
  };
}

const shared: SharedPolicy = {
  envelope: { subnet: '10.10.10.0/24', user: 'dba', arch: 'native', image: 'u24:stable' },
  runtime: { accel: 'auto', network: 'user' },
};

/** A lab of so many nodes under way to be created: every field is there, and every step is pending. */
export function modelDocument(nodes = 1): StateDocument {
  const specs = Array.from({ length: nodes }, (_, index) =>
    testSpec(index === 0 ? 'meta' : `node-${String(index)}`, 10 + index),
  );
  const records = specs.map((spec, index) =>
    newNodeRecord({
      spec,
      uuid: testUuid(index + 1),
      createdAt: at,
      madeFor: shared,
      machine: {
        type: 'pc-q35-7.2',
        arch: 'amd64',
        firmware: 'uefi',
        accelerator: 'tcg',
        acceleratorReason: 'no kvm here',
      },
      image: { selector: 'u24:stable', digest: `sha256:${'a'.repeat(64)}`, path: '/cache/u24.qcow2' },
      sshPort: 20_000 + index,
      diskUuids: { data: testUuid(1000 + index) },
      retained: [],
    }),
  );
  const actions = records.flatMap((record) => nodeActions(record.name, record.uuid));
  return {
    ...takeFence(emptyDocument('test'), { identity: fakeIdentity(1), token: 'ours', command: 'up', since: at }),
    deployment: {
      id: testUuid(9000),
      createdAt: at,
      ...shared,
      control: 'meta' as NodeName & string,
      controlKey: null,
      applied: Object.fromEntries(
        specs.map((spec, order) => [
          spec.name,
          { spec, specHash: 'b'.repeat(64) as SpecHash & string, protect: false, ports: [], order },
        ]),
      ),
    },
    nodes: Object.fromEntries(records.map((record) => [record.name, record])),
    operation: modelOperation(actions),
  };
}

export function modelOperation(actions: readonly Action[]): Operation {
  return {
    id: testUuid(8000),
    command: 'up',
    scope: [...new Set(actions.map((action) => action.node))],
    startedAt: at,
    manifest: { path: '/lab/paddock.yml', sha256: 'c'.repeat(64) },
    planHash: null,
    status: 'open',
    endedAt: null,
    steps: actions.map(pendingStep),
  };
}

export function pendingStep(action: Action): StepRecord {
  const disk = 'disk' in action ? `/${action.disk}` : '';
  return {
    id: `${action.node}/${action.kind}${disk}`,
    action,
    state: 'pending',
    startedAt: null,
    endedAt: null,
    error: null,
  };
}

function nodeActions(node: NodeName, uuid: Uuid): readonly Action[] {
  const diskUuid = testUuid(999 + Number.parseInt(uuid.slice(-4), 16));
  return [
    { kind: 'write_node_record', node, uuid },
    { kind: 'create_root_disk', node, uuid },
    { kind: 'create_data_disk', node, uuid, disk: 'data', diskUuid },
    { kind: 'start_vm', node, uuid },
    { kind: 'set_up_guest', node, uuid },
  ];
}
