import { failure, type Failure } from '../../core/failure.ts';
import type { Check, Needs } from './findings.ts';

const GiB = 2 ** 30;
/** What a new node takes before its guest writes anything: overlay, seed and qcow2 headers, measured below 2 MiB. */
const newNodeBytes = 4 * 2 ** 20;

/** Refuses below the actual need plus 1 GiB; sparse sizes are promises of a later day and only warn. */
export const checkSpace: Check = {
  name: 'disk space',
  run: async (ports, needs): Promise<readonly Failure[]> => {
    if (needs.creates.length === 0) return [];
    const space = await ports.resources.diskSpace(ports.layout.home);
    if (!space.ok) return space.failures;
    const { freeBytes, mountPoint } = space.value;
    const neededBytes = needs.creates.length * newNodeBytes + GiB;
    if (freeBytes < neededBytes) return [failure('disk_space_short', { mountPoint, freeBytes, neededBytes })];
    if (promisedBytes(needs) > freeBytes) {
      const text = `the new disks may grow to more than is free on the file system at ${mountPoint}`;
      ports.events.emit({ kind: 'warning', node: null, text });
    }
    return [];
  },
};

function promisedBytes(needs: Needs): number {
  return needs.creates
    .flatMap((spec) => [spec.rootDiskBytes, ...spec.disks.map((disk) => disk.sizeBytes)])
    .reduce((sum, bytes) => sum + bytes, 0);
}
