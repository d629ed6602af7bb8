import { failure, type Failure } from '../../core/failure.ts';
import type { NodeSpec } from '../../core/spec/node-spec.ts';
import { askedSpec, seenSpec } from '../../core/state/asked-spec.ts';
import type { NodeRecord } from '../../core/state/document.ts';
import type { Check, Needs } from './findings.ts';

const GiB = 2 ** 30;
/** What a new node takes before its guest writes anything: overlay, seed and qcow2 headers, measured below 2 MiB; growth takes less. */
const newNodeBytes = 4 * 2 ** 20;

/** Refuses below the actual need plus 1 GiB; sparse sizes are promises of a later day and only warn. */
export const checkSpace: Check = {
  name: 'disk space',
  needs: 'what is made now, and 1GiB',
  run: async (ports, needs): Promise<readonly Failure[]> => {
    const grown = needs.resizes.map(grownBytes).filter((bytes) => bytes > 0);
    const writing = needs.creates.length + grown.length;
    if (writing === 0) return [];
    const space = await ports.resources.diskSpace(ports.layout.home);
    if (!space.ok) return space.failures;
    const { freeBytes, mountPoint } = space.value;
    const neededBytes = writing * newNodeBytes + GiB;
    if (freeBytes < neededBytes) return [failure('disk_space_short', { mountPoint, freeBytes, neededBytes })];
    if (promisedBytes(needs) + sum(grown) > freeBytes) {
      const text = `the disks may come to need more than is free on the file system at ${mountPoint}`;
      ports.events.emit({ kind: 'warning', node: null, text });
    }
    return [];
  },
};

function promisedBytes(needs: Needs): number {
  return sum(needs.creates.map(diskBytes));
}

/** What its disks may take beyond what they may take already. */
function grownBytes(record: NodeRecord): number {
  return diskBytes(askedSpec(record)) - diskBytes(seenSpec(record));
}

function diskBytes(spec: NodeSpec): number {
  return sum([spec.rootDiskBytes, ...spec.disks.map((disk) => disk.sizeBytes)]);
}

function sum(all: readonly number[]): number {
  return all.reduce((total, bytes) => total + bytes, 0);
}
