import type { NodeRecord } from '../state/document.ts';
import { homePaths } from '../state/home-paths.ts';
import { isKeptDisk } from '../state/is-kept-disk.ts';
import { newNodeRecord } from '../state/new-node-record.ts';
import type { Part } from '../state/part.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import type { FoundNode } from './found-node.ts';

/**
 * The record of a node from its node.json and what was seen. A node that may ever have run is committed: nothing of it is
 * rolled back, and a file of it that is missing is missed. Only one that never ran goes on being created. `spec` is what it
 * has grown to since it was made.
 */
export function rebuiltRecord(found: FoundNode, spec: NodeSpec = found.file.spec): NodeRecord {
  const { file, folder, present, vm, publicKey } = found;
  const made = newNodeRecord({
    spec,
    uuid: file.uuid,
    createdAt: file.createdAt,
    madeFor: file.madeFor,
    machine: {
      ...(file.machine ?? { type: '', arch: 'amd64', firmware: 'bios' }),
      accelerator: vm?.accelerator ?? 'tcg',
      acceleratorReason:
        (vm?.accelerator ?? null) === null ? 'assumed until its next start' : 'as its QEMU was started',
    },
    image: file.image ?? { selector: file.spec.image, digest: '', path: '' },
    sshPort: file.sshPort ?? 0,
    diskUuids: file.disks,
    retained: [],
  });
  const isCommitted = found.hasRun || vm !== null;
  const isThere = (part: Part): boolean =>
    part.kind === 'data_disk' ? present.disks.has(part.disk ?? '') : present.kinds.has(part.kind);
  const parts = made.parts.map((part): Part => {
    if (part.kind === 'vm') return { ...part, ...vmPart(found) };
    if (part.kind === 'guest') return part;
    const known: Part = { ...part, state: isThere(part) || isCommitted ? 'complete' : 'pending', outputs: {} };
    if (part.kind === 'host_key' && publicKey !== null) return { ...known, outputs: { publicKey } };
    return !isCommitted && mayBeTaken(made, known) ? { ...known, outputs: { reattached: true } } : known;
  });
  return {
    ...made,
    folder,
    life: isCommitted ? 'committed' : 'creating',
    machine: file.machine === null ? null : made.machine,
    image: file.image,
    sshPort: file.sshPort,
    process: vm?.identity ?? null,
    parts: parts.map((part) => (part.kind === 'node_record' ? { ...part, file: homePaths.nodeRecord(folder) } : part)),
  };
}

/** Whether a life that never ran had taken over a disk cannot be told any more: what ends the life keeps it. */
function mayBeTaken(made: NodeRecord, { kind, disk, state }: Part): boolean {
  return kind === 'data_disk' && state === 'complete' && isKeptDisk(made, disk);
}

function vmPart({ vm, hasRun }: FoundNode): Pick<Part, 'state' | 'outputs'> {
  if (vm !== null) {
    return { state: 'complete', outputs: { power: vm.paused ? 'launched' : 'running', pid: vm.identity.pid } };
  }
  return hasRun ? { state: 'complete', outputs: { power: 'stopped' } } : { state: 'pending', outputs: {} };
}
