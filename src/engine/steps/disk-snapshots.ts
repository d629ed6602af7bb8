import { changeRecord } from '../../core/state/change-record.ts';
import { ok, type Result } from '../../core/result.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import type { NodeRecord } from '../../core/state/document.ts';
import type { Uuid } from '../../core/names.ts';
import type { ActionOf } from '../../core/plan/action.ts';
import type { Running } from '../../core/state/running.ts';
import { inspectDataDisk } from '../inspect-data-disk.ts';
import { type NodeContext, recordOf } from '../node-context.ts';
import { vmTarget } from '../vm-target.ts';
import type { Effect } from './effect.ts';

/**
 * What the disk holds now is kept first, and only then it is made to hold what the snapshot holds. From before the first
 * until after the last the record says so, and the node does not start: a second try keeps nothing that is only half there.
 */
export const restoreDataDisk: Effect<'restore_data_disk'> = async (context, running, record) => {
  const { hypervisor, layout } = context.ports;
  const file = layout.absolute(homePaths.dataDisk(running.diskUuid));
  const known = await record({ outputs: { restoring: running.snapshot, restoringBefore: running.before } });
  if (!known.ok) return known;
  const kept = await keepPresent(context, running, file);
  if (!kept.ok) return kept;
  const restored = await hypervisor.restoreSnapshot(running, file);
  if (!restored.ok) return restored;
  const { virtualSizeBytes } = restored.value;
  const ended = { restoring: null, restoringBefore: null, damage: null, notReset: null, resetSnapshot: null };
  // Its file system may be from before the disk grew.
  return ok({ outputs: { ...ended, virtualSizeBytes, growthDue: true } });
};

async function keepPresent(
  context: NodeContext,
  running: Running<ActionOf<'restore_data_disk'>>,
  file: string,
): Promise<Result<void>> {
  const { hypervisor, layout } = context.ports;
  const { spec } = recordOf(context);
  const path = spec.disks.find(({ id }) => id === running.disk)?.path ?? running.disk;
  const looked = { node: context.name, path, file: homePaths.dataDisk(running.diskUuid) };
  const image = await inspectDataDisk(context.ports, looked);
  if (!image.ok) return image;
  // Of an earlier try: the name stood on record before the snapshot was taken, and nothing was started since.
  if (image.value.snapshots.some(({ name }) => name === running.before)) return ok(undefined);
  const target = vmTarget(layout, recordOf(context));
  return hypervisor.takeSnapshot(running, { file, target, snapshot: running.before });
}

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
