import type { ActionOf } from '../../core/plan/action.ts';
import { ok, type Result } from '../../core/result.ts';
import { forgetLife } from '../../core/state/forget-life.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import { markDestroyed } from '../../core/state/mark-destroyed.ts';
import { retainDisk } from '../../core/state/retain-disk.ts';
import type { Running } from '../../core/state/running.ts';
import type { RemoveFileAction } from '../../ports/node-files.ts';
import { recordOf, type NodeContext } from '../node-context.ts';
import { shareSockets } from '../share-sockets.ts';
import type { Facts } from '../step-run.ts';
import type { Effect } from './effect.ts';

const done: Result<Facts> = ok({});

async function remove(
  context: NodeContext,
  running: Running<RemoveFileAction>,
  relative: readonly string[],
): Promise<Result<Facts>> {
  for (const file of relative) {
    const removed = await context.ports.nodeFiles.removeFile(running, context.ports.layout.absolute(file));
    if (!removed.ok) return removed;
  }
  return done;
}

/** Sockets follow their process, which the step before has proven gone. */
export const removeRuntime: Effect<'remove_runtime'> = async (context, running) => {
  const { nodeFiles, layout, hypervisor } = context.ports;
  const shares = shareSockets(layout, recordOf(context));
  const ended = await hypervisor.endShares(running, shares);
  if (!ended.ok) return ended;
  const { monitor, probe, console, lock } = layout.sockets(running.uuid);
  const sockets = [monitor, probe, console, ...shares];
  const removed = await nodeFiles.removeSockets(running, { sockets, lock });
  return removed.ok ? done : removed;
};

export const removeRootDisk: Effect<'remove_root_disk'> = (context, running) =>
  remove(context, running, [homePaths.rootDisk(recordOf(context).folder)]);

export const removeDataDisk: Effect<'remove_data_disk'> = (context, running) =>
  remove(context, running, [homePaths.dataDisk(running.diskUuid)]);

export const removeSeed: Effect<'remove_seed'> = (context, running) =>
  remove(context, running, [homePaths.seed(recordOf(context).folder)]);

export const removeFirmwareVars: Effect<'remove_firmware_vars'> = (context, running) =>
  remove(context, running, [homePaths.firmwareVars(recordOf(context).folder)]);

export const removeHostKey: Effect<'remove_host_key'> = (context, running) => {
  const key = homePaths.hostKey(running.uuid);
  return remove(context, running, [`${key}.pub`, key]);
};

/**
 * A persistent disk outlives its node: nothing is touched, the record of it moves. One whose making failed may have no
 * file; kept as a record alone it would stand in the way of every later node of that name.
 */
export const retainDataDisk: Effect<'retain_data_disk'> = async (context, running) => {
  const { clock, layout, nodeFiles } = context.ports;
  const missing = await nodeFiles.missing([layout.absolute(homePaths.dataDisk(running.diskUuid))]);
  if (!missing.ok) return missing;
  if (missing.value.length > 0) return done;
  const at = clock.now();
  return ok({ change: (document) => retainDisk(document, { action: running, at }) });
};

export const removeRetainedDisk: Effect<'remove_retained_disk'> = async (context, running) => {
  const removed = await remove(context, running, [homePaths.dataDisk(running.diskUuid)]);
  if (!removed.ok) return removed;
  return ok({
    change: (document) => ({
      ...document,
      retained: document.retained.filter((disk) => disk.diskUuid !== running.diskUuid),
    }),
  });
};

/** The last act on a node. Its end and the control role's passing on are one commit. */
export const removeNodeRecord: Effect<'remove_node_record'> = async (context, running) => {
  const folder = context.ports.layout.absolute(recordOf(context).folder);
  const removed = await context.ports.nodeFiles.removeNodeFolder(running, folder);
  if (!removed.ok) return removed;
  return ok({ change: (document) => markDestroyed(document, running.node) });
};

/** The last act on a life that is not the node's own: the node itself goes on. */
export const removeOtherLife: Effect<'remove_other_life'> = async (context, running) => {
  const folder = context.ports.layout.absolute(recordOf(context).folder);
  const removed = await context.ports.nodeFiles.removeNodeFolder(running, folder);
  if (!removed.ok) return removed;
  return ok({ change: (document) => forgetLife(document, running) });
};

export const eraseHome: Effect<'erase_home'> = async (context, running: Running<ActionOf<'erase_home'>>) => {
  const erased = await context.ports.home.erase(running);
  return erased.ok ? done : erased;
};
