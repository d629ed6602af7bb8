import { changeRecord } from '../../core/state/change-record.ts';
import { ok } from '../../core/result.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import type { NodeRecord } from '../../core/state/document.ts';
import type { Uuid } from '../../core/names.ts';
import { recordOf } from '../node-context.ts';
import { vmTarget } from '../vm-target.ts';
import type { Effect } from './effect.ts';

/**
 * What the disk holds now is kept first, and only then it is made to hold what the snapshot holds. From there until it is
 * done the record says so, and the node does not start.
 */
export const restoreDataDisk: Effect<'restore_data_disk'> = async (context, running, record) => {
  const { hypervisor, layout } = context.ports;
  const file = layout.absolute(homePaths.dataDisk(running.diskUuid));
  const kept = await hypervisor.takeSnapshot(running, {
    ...{ file, target: vmTarget(layout, recordOf(context)), snapshot: running.before },
  });
  if (!kept.ok) return kept;
  const known = await record({ outputs: { restoring: running.snapshot } });
  if (!known.ok) return known;
  const restored = await hypervisor.restoreSnapshot(running, file);
  if (!restored.ok) return restored;
  const { virtualSizeBytes } = restored.value;
  // Its file system may be from before the disk grew.
  const outputs = { virtualSizeBytes, growthDue: true, restoring: null, damage: null, notReset: null };
  return ok({ outputs: { ...outputs, resetSnapshot: null } });
};

export const deleteSnapshot: Effect<'delete_snapshot'> = async (context, running) => {
  const { hypervisor, layout } = context.ports;
  const file = layout.absolute(homePaths.dataDisk(running.diskUuid));
  const deleted = await hypervisor.deleteSnapshot(running, { file, target: vmTarget(layout, recordOf(context)) });
  if (!deleted.ok) return deleted;
  const forget = forgetting(running.diskUuid, running.snapshot);
  return ok({ change: changeRecord(context.name, forget) });
};

/** What is gone is not advised any more. */
function forgetting(diskUuid: Uuid, snapshot: string): (record: NodeRecord) => NodeRecord {
  return (record) => ({
    ...record,
    parts: record.parts.map((part) =>
      part.diskUuid === diskUuid && part.outputs['resetSnapshot'] === snapshot
        ? { ...part, outputs: { ...part.outputs, resetSnapshot: null } }
        : part,
    ),
  });
}
