import type { NodeRecord } from '../state/document.ts';
import type { Action } from './action.ts';
import { guestGrowth } from './guest-growth.ts';

export interface KeptDiskGrowth {
  /** Before its VM starts, when no other VM holds the disks. */
  readonly images: readonly Action[];
  /** When its guest is ready. */
  readonly guest: readonly Action[];
}

/** Steps that bring the kept disks which a new node or life has taken over to the size that is asked for. */
export function keptDiskGrowth(record: NodeRecord): KeptDiskGrowth {
  const { name: node, uuid, spec, parts } = record;
  const images = spec.disks.flatMap(({ id: disk, sizeBytes }): readonly Action[] => {
    const part = parts.find((each) => each.disk === disk && each.outputs['reattached'] === true);
    const size = part?.outputs['virtualSizeBytes'];
    if (part === undefined || part.diskUuid === null || typeof size !== 'number' || size >= sizeBytes) return [];
    return [{ kind: 'grow_data_disk', node, uuid, disk, diskUuid: part.diskUuid, sizeBytes }];
  });
  return { images, guest: images.length > 0 ? [{ kind: 'grow_guest_disks', node, uuid }] : guestGrowth(record) };
}
