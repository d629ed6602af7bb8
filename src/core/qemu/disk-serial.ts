import type { Sha256 } from '../names.ts';

/** virtio-blk shows a guest this many bytes of a serial and drops the rest. */
const serialBytes = 20;

/** Serials of our own disks; the underscore keeps them out of the way of disk ids, which have none. */
export const rootSerial = 'paddock_root';
export const seedSerial = 'paddock_seed';

/**
 * Serial of a data disk from DiskSpec.id, at most 20 bytes. A longer id is cut and ends in a digest of the whole, after
 * an underscore, so that it meets neither a short id nor another long one that begins alike.
 */
export function diskSerial(id: string, sha256: Sha256): string {
  if (id.length <= serialBytes) return id;
  return `${id.slice(0, 9)}_${sha256(`disk ${id}`).slice(0, 10)}`;
}
