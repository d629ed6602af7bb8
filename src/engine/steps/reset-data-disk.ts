import { type Failure } from '../../core/failure.ts';
import { describeFailure } from '../../core/failure-text.ts';
import { readReset } from '../../core/guest/read-reset.ts';
import { diskSerial } from '../../core/qemu/disk-serial.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import { recordEvent } from '../../core/state/record-event.ts';
import type { ActionOf } from '../../core/plan/action.ts';
import { type NodeContext, recordOf } from '../node-context.ts';
import type { Facts } from '../step-run.ts';
import { vmTarget } from '../vm-target.ts';
import type { Effect } from './effect.ts';
import { runInGuest } from './run-in-guest.ts';

/** A check of the damage once more, and a file system on a disk of any size. */
const limitMs = 240_000;

/**
 * Keeps the bytes of a damaged disk in a snapshot, puts its name on record, and has the guest find the same damage again
 * and make a new file system. What keeps it from that is a warning: a guest with a disk that is left alone is usable.
 */
export const resetDataDisk: Effect<'reset_data_disk'> = async (context, running, record) => {
  const { hypervisor, identifiers, layout } = context.ports;
  const life = recordOf(context);
  const disk = life.spec.disks.find(({ id }) => id === running.disk);
  if (disk === undefined) throw new Error(`no disk ${running.disk} in the spec of ${context.name}`);
  const file = layout.absolute(homePaths.dataDisk(running.diskUuid));
  const kept = await hypervisor.takeSnapshot(running, {
    ...{ file, target: vmTarget(layout, life), snapshot: running.snapshot },
  });
  if (!kept.ok) return notReset(kept.failures);
  // Before anything is written: whoever comes here later knows where the old bytes are.
  const known = await record({ outputs: { resetSnapshot: running.snapshot } });
  if (!known.ok) return known;
  const said = await runInGuest(context, 'reset-disk', {
    arguments: [diskSerial(disk.id, identifiers.sha256), disk.fs, running.proof, disk.path],
    limitMs,
  });
  if (!said.ok) {
    const isUntouched = said.failures.every(({ reason }) => reason === 'guest_script_refused');
    return notReset(said.failures, isUntouched ? { resetSnapshot: null } : {});
  }
  const end = readReset(said.value);
  if (end === null) return ok({ outputs: { notReset: 'what the guest did cannot be read' } });
  // Nothing was written, so there is nothing to bring back.
  if (end.kind === 'kept') return ok({ outputs: { notReset: end.why, resetSnapshot: null } });
  return ok({ outputs: { damage: null, notReset: null }, ...event(context, running) });
};

function notReset(failures: readonly Failure[], known: Facts['outputs'] = {}): Result<Facts> {
  const ends = failures.filter(({ reason }) => reason === 'interrupted' || reason === 'guest_identity');
  if (ends.length > 0) return fail(...ends);
  return ok({ outputs: { ...known, notReset: failures.map((each) => describeFailure(each).message).join('; ') } });
}

function event(context: NodeContext, action: ActionOf<'reset_data_disk'>): Pick<Facts, 'change'> {
  const at = context.ports.clock.now();
  return {
    change: (document) => {
      const operationId = document.operation?.id ?? null;
      return recordEvent(document, {
        key: `${operationId ?? ''}/${action.node}/disk.reset/${action.disk}`,
        at,
        kind: 'disk.reset',
        node: action.node,
        operationId,
        text: `data disk (${action.disk}) was damaged and was made anew; its old bytes are in the snapshot ${action.snapshot}`,
      });
    },
  };
}
