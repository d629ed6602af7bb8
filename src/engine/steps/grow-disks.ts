import type { ActionOf } from '../../core/plan/action.ts';
import { formatSize } from '../../core/spec/format-size.ts';
import { ok, type Result } from '../../core/result.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import type { Running } from '../../core/state/running.ts';
import { inspectDataDisk } from '../inspect-data-disk.ts';
import { type NodeContext, recordOf } from '../node-context.ts';
import type { Facts } from '../step-run.ts';
import { vmTarget } from '../vm-target.ts';
import type { Effect } from './effect.ts';
import { inspectRootDisk } from './inspect-root-disk.ts';
import { orDiskFull } from './or-disk-full.ts';
import { resizeUnfinished } from './resize-unfinished.ts';

export const growRootDisk: Effect<'grow_root_disk'> = (context, running) =>
  grow(context, running, {
    variable: 'vm_disk',
    file: homePaths.rootDisk(recordOf(context).folder),
    inspect: () => inspectRootDisk(context, recordOf(context)),
  });

export const growDataDisk: Effect<'grow_data_disk'> = (context, running) => {
  const path = recordOf(context).spec.disks.find((disk) => disk.id === running.disk)?.path ?? running.disk;
  const file = homePaths.dataDisk(running.diskUuid);
  const inspect = () => inspectDataDisk(context.ports, { node: context.name, path, file });
  return grow(context, running, { variable: `vm_disks[${path}].size`, file, inspect });
};

/** Grows the image in place and records the size that was read back; the guest takes it into use in a step of its own. */
async function grow(
  context: NodeContext,
  running: Running<ActionOf<'grow_root_disk' | 'grow_data_disk'>>,
  disk: { readonly variable: string; readonly file: string; readonly inspect: () => Promise<Result<unknown>> },
): Promise<Result<Facts>> {
  const { hypervisor, layout } = context.ports;
  const sound = await disk.inspect();
  if (!sound.ok) return sound;
  const file = layout.absolute(disk.file);
  const target = vmTarget(layout, recordOf(context));
  const grown = await orDiskFull(context, file, await hypervisor.growDisk(running, { file, target }));
  const asked = formatSize(running.sizeBytes);
  const about = { variable: disk.variable, asked, seen: 'unknown', restart: 'does not help' } as const;
  if (!grown.ok) return resizeUnfinished(context, about, grown.failures);
  const { virtualSizeBytes } = grown.value;
  if (virtualSizeBytes === running.sizeBytes) return ok({ outputs: { virtualSizeBytes, growthDue: true } });
  // What is there already: nothing here makes it smaller.
  const detail = virtualSizeBytes > running.sizeBytes ? 'it is larger, and disks are never cut' : 'it did not grow';
  return resizeUnfinished(context, { ...about, seen: formatSize(virtualSizeBytes) }, detail);
}
