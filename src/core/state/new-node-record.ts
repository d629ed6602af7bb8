import type { Instant, Uuid } from '../names.ts';
import type { SharedPolicy } from '../spec/envelope.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import type { ImageRecord, MachineRecord, NodeRecord, RetainedDisk } from './document.ts';
import { homePaths } from './home-paths.ts';
import type { Part } from './part.ts';

export interface NewNode {
  readonly spec: NodeSpec;
  readonly uuid: Uuid;
  readonly createdAt: Instant;
  readonly madeFor: SharedPolicy;
  readonly machine: MachineRecord;
  readonly image: ImageRecord;
  readonly sshPort: number;
  /** A fresh UUID for each disk id. */
  readonly diskUuids: { readonly [disk: string]: Uuid };
  /** Kept disks that it takes over as they are, one at most for each disk id. */
  readonly retained: readonly RetainedDisk[];
}

/** The record of a node of which nothing exists yet: every part is pending, but for the kept disks that it takes over. */
export function newNodeRecord(node: NewNode): NodeRecord {
  const folder = homePaths.nodeFolder(node.spec.name, node.uuid);
  return {
    name: node.spec.name,
    uuid: node.uuid,
    address: node.spec.address,
    createdAt: node.createdAt,
    life: 'creating',
    spec: node.spec,
    madeFor: node.madeFor,
    machine: node.machine,
    image: node.image,
    folder,
    parts: newParts(node, folder),
    process: null,
    sshPort: node.sshPort,
    guest: null,
  };
}

function newParts(node: NewNode, folder: string): readonly Part[] {
  const firmware: readonly Part[] =
    node.machine.firmware === 'uefi' ? [pendingPart('firmware_vars', homePaths.firmwareVars(folder))] : [];
  const shares: readonly Part[] = node.spec.shares.length > 0 ? [pendingPart('shares', null)] : [];
  return [
    pendingPart('node_record', homePaths.nodeRecord(folder)),
    pendingPart('host_key', homePaths.hostKey(node.uuid)),
    pendingPart('root_disk', homePaths.rootDisk(folder)),
    ...node.spec.disks.map((disk) => dataDiskPart(node, disk.id)),
    pendingPart('seed', homePaths.seed(folder)),
    ...firmware,
    ...shares,
    pendingPart('vm', null),
    pendingPart('guest', null),
  ];
}

function pendingPart(kind: Part['kind'], file: string | null): Part {
  return { kind, disk: null, diskUuid: null, state: 'pending', file, outputs: {}, error: null };
}

function dataDiskPart(node: NewNode, disk: string): Part {
  const kept = node.retained.find((each) => each.node === node.spec.name && each.disk === disk);
  const diskUuid = kept?.diskUuid ?? node.diskUuids[disk];
  if (diskUuid === undefined) throw new Error(`no UUID was made for disk ${disk}`);
  return {
    kind: 'data_disk',
    disk,
    diskUuid,
    state: kept === undefined ? 'pending' : 'complete',
    file: kept?.file ?? homePaths.dataDisk(diskUuid),
    outputs: kept === undefined ? {} : { virtualSizeBytes: kept.virtualSizeBytes, reattached: true },
    error: null,
  };
}
