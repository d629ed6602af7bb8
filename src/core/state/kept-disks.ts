import type { NodeRecord, RetainedDisk } from './document.ts';
import { retainedDisk } from './retain-disk.ts';

/** The disks that the next life of a node takes over from this one: those whose bytes it was promised to keep. */
export function keptDisks(record: NodeRecord): readonly RetainedDisk[] {
  return record.parts.flatMap((part) => {
    const spec = record.spec.disks.find((disk) => disk.id === part.disk);
    if (part.kind !== 'data_disk' || spec?.persistent !== true || !mayHoldData(part.state)) return [];
    return retainedDisk(record, part, record.createdAt) ?? [];
  });
}

/** Kept disks that a life had taken over before it was given up: the next one takes them over in its turn. */
export function takenOverDisks(record: NodeRecord): readonly RetainedDisk[] {
  return record.parts.flatMap((part) => {
    if (part.outputs['reattached'] !== true || part.state !== 'complete') return [];
    return retainedDisk(record, part, record.createdAt) ?? [];
  });
}

/** A disk that was never begun, or is no longer this life's, holds nothing of it. */
function mayHoldData(state: NodeRecord['parts'][number]['state']): boolean {
  return state !== 'pending' && state !== 'claimed' && state !== 'destroyed' && state !== 'retained';
}
