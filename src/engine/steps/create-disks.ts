import { fail, ok } from '../../core/result.ts';
import { failure } from '../../core/failure.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import { recordOf } from '../node-context.ts';
import type { Effect } from './effect.ts';
import { orDiskFull } from './or-disk-full.ts';

/** The root disk: an overlay on the verified, read-only base image. */
export const createRootDisk: Effect<'create_root_disk'> = async (context, running) => {
  const record = recordOf(context);
  if (record.image === null) {
    return fail(failure('image_chain_broken', { node: context.name, problem: 'has no recorded base image' }));
  }
  const file = context.ports.layout.absolute(homePaths.rootDisk(record.folder));
  const overlay = { file, base: record.image.path, sizeBytes: record.spec.rootDiskBytes };
  const made = await orDiskFull(context, file, await context.ports.hypervisor.createOverlay(running, overlay));
  return made.ok ? ok({ outputs: { virtualSizeBytes: made.value.virtualSizeBytes } }) : made;
};

/** An empty data disk. */
export const createDataDisk: Effect<'create_data_disk'> = async (context, running) => {
  const spec = recordOf(context).spec.disks.find((disk) => disk.id === running.disk);
  if (spec === undefined) throw new Error(`no disk ${running.disk} in the spec of ${context.name}`);
  const file = context.ports.layout.absolute(homePaths.dataDisk(running.diskUuid));
  const disk = { file, sizeBytes: spec.sizeBytes };
  const made = await orDiskFull(context, file, await context.ports.hypervisor.createDisk(running, disk));
  return made.ok ? ok({ outputs: { virtualSizeBytes: made.value.virtualSizeBytes } }) : made;
};
