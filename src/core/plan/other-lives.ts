import type { NodeRecord } from '../state/document.ts';
import type { Action } from './action.ts';
import { destructionActions, recordedStopped } from './node-actions.ts';

/** The lives of a node besides its own, as a command finds them. */
export interface OtherLives {
  /** A life that is being made; a recreate goes on with it, everything else leaves or removes it. */
  readonly coming: NodeRecord | null;
  readonly going: readonly NodeRecord[];
}

/** Steps that end the VMs of other lives: one that was launched and never ran holds the disks that the node needs. */
export function stopActions(lives: readonly NodeRecord[]): readonly Action[] {
  return lives
    .filter(mayHaveVm)
    .map((record): Action => ({ kind: 'stop_vm', node: record.name, uuid: record.uuid, force: true }));
}

/**
 * Steps that remove a life that is not the node's own, but for the disks that a life which stays has. A life that never ran
 * leaves nothing of its own; disks that it had taken over are kept. Precondition: its VM is proven stopped.
 */
export function removalActions(record: NodeRecord, staying: readonly NodeRecord[]): readonly Action[] {
  const kept = new Set(staying.flatMap(({ parts }) => parts.flatMap((part) => part.diskUuid ?? [])));
  return endingActions(record).flatMap((action): readonly Action[] => {
    if (action.kind === 'stop_vm' || ('diskUuid' in action && kept.has(action.diskUuid))) return [];
    return [action.kind === 'remove_node_record' ? { ...action, kind: 'remove_other_life' } : action];
  });
}

/** Steps that end a life whatever it is: one that never ran made its disks itself, unless it took them over. */
export function endingActions(record: NodeRecord): readonly Action[] {
  const neverRan = record.life === 'creating';
  const takenOver = new Set(
    record.parts.flatMap((part) => (part.outputs['reattached'] === true ? (part.diskUuid ?? []) : [])),
  );
  return destructionActions(record, { force: neverRan, deletePersistent: neverRan })
    .filter((action) => action.kind !== 'stop_vm' || mayHaveVm(record))
    .map((action) =>
      action.kind === 'remove_data_disk' && takenOver.has(action.diskUuid)
        ? { ...action, kind: 'retain_data_disk' }
        : action,
    );
}

/** False only when the record proves that there is no VM: it was never begun, or its end was recorded. */
export function mayHaveVm(record: NodeRecord): boolean {
  const vm = record.parts.find((part) => part.kind === 'vm');
  return !recordedStopped(record) && vm?.state !== 'pending' && vm?.state !== 'claimed';
}
