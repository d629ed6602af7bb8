import type { NodeRecord } from '../state/document.ts';
import type { Action } from './action.ts';
import { creationActions, recordedStopped } from './node-actions.ts';
import { type OtherLives, removalActions } from './other-lives.ts';

export interface Replaced {
  readonly own: NodeRecord;
  readonly coming: NodeRecord;
  readonly going: OtherLives['going'];
  readonly vm: 'running' | 'not_running' | 'unknown';
}

/**
 * Steps that put a new life in the place of a node's own. What can be made beside the old VM comes first, so that little
 * is left that can fail once it has stopped; what the old life leaves goes last, when the new guest is ready.
 */
export function replacementActions({ own, coming, going, vm }: Replaced): readonly Action[] {
  // A kept disk is never made, whatever became of a step that worked on it.
  const making = creationActions(coming, 'not_running').filter((action) => !makesKeptDisk(coming, action));
  const starts = making.findIndex((action) => action.kind === 'start_vm');
  const stop: Action = { kind: 'stop_vm', node: own.name, uuid: own.uuid, force: false };
  const isStopped = recordedStopped(own) && vm === 'not_running';
  const growth = growthActions(coming);
  const guest: readonly Action[] =
    growth.length > 0 ? [{ kind: 'grow_guest_disks', node: own.name, uuid: coming.uuid }] : [];
  return [
    ...making.slice(0, starts),
    ...(isStopped ? [] : [stop]),
    ...growth,
    ...making.slice(starts),
    ...guest,
    ...going.flatMap((record) => removalActions(record, [own, coming])),
    // Last of all: as long as it is on record, the replacement is known not to be finished.
    ...removalActions(own, [coming]),
  ];
}

/** Kept disks that are asked for larger than they are; the old VM has let go of them by then. */
function growthActions({ name: node, uuid, spec, parts }: NodeRecord): readonly Action[] {
  return spec.disks.flatMap(({ id: disk, sizeBytes }): readonly Action[] => {
    const part = parts.find((each) => each.disk === disk && each.outputs['reattached'] === true);
    const size = part?.outputs['virtualSizeBytes'];
    if (part === undefined || part.diskUuid === null || typeof size !== 'number' || size >= sizeBytes) return [];
    return [{ kind: 'grow_data_disk', node, uuid, disk, diskUuid: part.diskUuid, sizeBytes }];
  });
}

function makesKeptDisk({ parts }: NodeRecord, action: Action): boolean {
  if (action.kind !== 'create_data_disk') return false;
  return parts.some((part) => part.diskUuid === action.diskUuid && part.outputs['reattached'] === true);
}
