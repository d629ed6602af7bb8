import type { NodeName } from '../names.ts';
import type { NodeRecord, RetainedDisk, StateDocument } from './document.ts';
import { isKeptDisk } from './is-kept-disk.ts';
import { retainedDisk } from './retain-disk.ts';

/**
 * Kept disks that a new node or life of this name could take over, the first of a path before the others: those of the life
 * that is its own now, those that a life which was begun had taken over, and those that outlived a node, the last first.
 */
export function takeableDisks(document: StateDocument, name: NodeName): readonly RetainedDisk[] {
  const own = document.nodes[name];
  const retained = lastFirst(document.retained.filter((disk) => disk.node === name));
  if (own === undefined || own.life === 'destroyed') return retained;
  const coming = document.replacements[name]?.coming?.record;
  return [...keptDisks(own), ...(coming === undefined ? [] : takenOverDisks(coming)), ...retained];
}

/** Of two that were kept at one instant, the one that was listed later. */
function lastFirst(disks: readonly RetainedDisk[]): readonly RetainedDisk[] {
  return disks.toReversed().sort((a, b) => Date.parse(b.retainedAt) - Date.parse(a.retainedAt));
}

/** The disks that the next life of a node takes over from this one: those whose bytes it was promised to keep. */
export function keptDisks(record: NodeRecord): readonly RetainedDisk[] {
  return record.parts.flatMap((part) => {
    if (part.kind !== 'data_disk' || !isKeptDisk(record, part.disk) || !mayHoldData(part.state)) return [];
    return retainedDisk(record, part, record.createdAt) ?? [];
  });
}

/** Kept disks that a life had taken over before it was given up: the next one takes them over in its turn. */
function takenOverDisks(record: NodeRecord): readonly RetainedDisk[] {
  return record.parts.flatMap((part) => {
    if (part.outputs['reattached'] !== true || part.state !== 'complete') return [];
    return retainedDisk(record, part, record.createdAt) ?? [];
  });
}

/** A disk that was never begun, or is no longer this life's, holds nothing of it. */
function mayHoldData(state: NodeRecord['parts'][number]['state']): boolean {
  return state !== 'pending' && state !== 'claimed' && state !== 'destroyed' && state !== 'retained';
}
