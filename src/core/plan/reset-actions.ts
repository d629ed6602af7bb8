import { snapshotName } from '../disk/snapshot-name.ts';
import type { Instant, Uuid } from '../names.ts';
import type { NodeRecord } from '../state/document.ts';
import type { Action, ActionOf } from './action.ts';
import type { Authorized } from './grant.ts';

export interface ResetFacts {
  /** The life whose guest was set up. */
  readonly record: NodeRecord;
  readonly at: Instant;
  /** Names of the snapshots that a disk has already, by its UUID. */
  readonly taken: ReadonlyMap<Uuid, readonly string[]>;
}

/**
 * Steps that make anew what the set-up of a guest has just proven to be damaged, disk by disk, and then set it up again;
 * empty when there is nothing of the kind. Whoever may set up the guest may do this much to its data disks and no more.
 */
export function resetActions(
  _setUp: Authorized<ActionOf<'set_up_guest'>>,
  { record, at, taken }: ResetFacts,
): readonly Authorized<Action>[] {
  const { name: node, uuid, parts } = record;
  const resets = parts.flatMap(({ disk, diskUuid, outputs }): readonly Action[] => {
    const { damage: proof } = outputs;
    if (disk === null || diskUuid === null || typeof proof !== 'string') return [];
    const snapshot = snapshotName('reset', { at, taken: taken.get(diskUuid) ?? [] });
    return [{ kind: 'reset_data_disk', node, uuid, disk, diskUuid, snapshot, proof }];
  });
  if (resets.length === 0) return [];
  return [...resets, { kind: 'set_up_guest', node, uuid } as const].map((action) => action as Authorized<Action>);
}
