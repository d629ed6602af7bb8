import type { NodeRecord } from '../state/document.ts';
import type { Action } from './action.ts';
import { keptDiskGrowth } from './kept-disk-growth.ts';
import { makingActions, recordedStopped } from './node-actions.ts';
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
  const making = makingActions(coming, 'not_running');
  const starts = making.findIndex((action) => action.kind === 'start_vm');
  const stop: Action = { kind: 'stop_vm', node: own.name, uuid: own.uuid, force: false };
  const isStopped = recordedStopped(own) && vm === 'not_running';
  // The old VM has let go of the kept disks by then.
  const growth = keptDiskGrowth(coming);
  return [
    ...making.slice(0, starts),
    ...(isStopped ? [] : [stop]),
    ...growth.images,
    ...making.slice(starts),
    ...growth.guest,
    ...going.flatMap((record) => removalActions(record, [own, coming])),
    // Last of all: as long as it is on record, the replacement is known not to be finished.
    ...removalActions(own, [coming]),
  ];
}
