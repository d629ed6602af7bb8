import { failure } from '../core/failure.ts';
import type { NodeName } from '../core/names.ts';
import { type Result, fail, ok } from '../core/result.ts';
import { unknownVm } from '../core/recovery/unknown-vm.ts';
import type { SnapshotOf } from '../ports/hypervisor.ts';
import { findTool } from './find-tool.ts';
import { growImage } from './grow-image.ts';
import { inspectImage } from './inspect-image.ts';
import { liveImage } from './live-image.ts';
import { observeVm } from './observe-vm.ts';
import type { QemuHost } from './qemu-host.ts';
import { runQmpCommand, withVm } from './run-qmp-command.ts';

const limitMs = 60_000;
/** Applying and deleting count the references to every cluster anew. */
const toolLimitMs = 600_000;

/** See the port. If the caller dies here, the snapshot is whole or not there. */
export async function takeSnapshot(disk: SnapshotOf, host: QemuHost): Promise<Result<void>> {
  const taken = await isTaken(disk, host);
  if (!taken.ok) return taken;
  // qemu-img would make a second one of the same name.
  if (taken.value) return fail(failure('snapshot_exists', { file: disk.file, snapshot: disk.snapshot }));
  return byWay(disk, host, { qmp: 'blockdev-snapshot-internal-sync', tool: '-c' });
}

/** See the port. */
export async function deleteSnapshot(disk: SnapshotOf, host: QemuHost): Promise<Result<void>> {
  const taken = await isTaken(disk, host);
  if (!taken.ok) return taken;
  if (!taken.value) return ok(undefined);
  return byWay(disk, host, { qmp: 'blockdev-snapshot-delete-internal-sync', tool: '-d' });
}

/** See the port. Where it ends half way, doing it again leads to the same. */
export async function restoreSnapshot(
  restore: { readonly file: string; readonly snapshot: string; readonly sizeBytes: number },
  host: QemuHost,
): Promise<Result<{ readonly virtualSizeBytes: number }>> {
  const applied = await runTool(restore, host, '-a');
  return applied.ok ? growImage(restore, host) : applied;
}

async function isTaken({ file, snapshot }: SnapshotOf, host: QemuHost): Promise<Result<boolean>> {
  const image = await inspectImage(file, host);
  return image.ok ? ok(image.value.snapshots.some(({ name }) => name === snapshot)) : image;
}

async function byWay(
  disk: SnapshotOf,
  host: QemuHost,
  way: { readonly qmp: string; readonly tool: string },
): Promise<Result<void>> {
  const evidence = await observeVm(disk.target, host);
  switch (evidence.kind) {
    case 'running':
      return live(disk, way.qmp);
    case 'not_running':
      return runTool(disk, host, way.tool);
    case 'unknown':
      return fail(unknownVm(disk.target.name as NodeName, evidence));
  }
}

function live({ target, file, snapshot }: SnapshotOf, doing: string): Promise<Result<void>> {
  return withVm(target, target.sockets.monitor, {
    limitMs,
    then: async (client): Promise<Result<void>> => {
      const image = await liveImage(client, { target, file, doing });
      if (!image.ok) return image;
      const words = { device: image.value.nodeName, name: snapshot };
      const done = await runQmpCommand(client, doing, { node: target.name, limitMs, arguments: words });
      return done.ok ? ok(undefined) : done;
    },
  });
}

/** Without `-U` qemu-img refuses an image that a QEMU has. */
async function runTool(
  { file, snapshot }: Pick<SnapshotOf, 'file' | 'snapshot'>,
  host: QemuHost,
  verb: string,
): Promise<Result<void>> {
  const qemuImg = findTool('qemu-img', host);
  if (!qemuImg.ok) return qemuImg;
  const words = ['snapshot', '-q', verb, snapshot, file];
  const ran = await host.programs.run({ executable: qemuImg.value, arguments: words, timeoutMs: toolLimitMs });
  return ran.ok ? ok(undefined) : ran;
}
