import { failure } from '../core/failure.ts';
import { type LiveImage, readLiveImage } from '../core/qemu/hotplug-facts.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { NodeName } from '../core/names.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import { findTool } from './find-tool.ts';
import { inspectImage } from './inspect-image.ts';
import { observeVm } from './observe-vm.ts';
import type { QemuHost } from './qemu-host.ts';
import type { QmpClient } from './qmp-client.ts';
import { runQmpCommand, withVm } from './run-qmp-command.ts';

const limitMs = 20_000;
const toolLimitMs = 60_000;

export interface Growth {
  readonly file: string;
  readonly target: VmTarget;
  readonly sizeBytes: number;
}

export interface GrownDisk {
  readonly virtualSizeBytes: number;
}

/** Grows an image by the one way that its VM leaves open; see the port. If the caller dies here, the image has the old or the new size. */
export async function growDisk(growth: Growth, host: QemuHost): Promise<Result<GrownDisk>> {
  const evidence = await observeVm(growth.target, host);
  switch (evidence.kind) {
    case 'running':
      return growLive(growth);
    case 'not_running':
      return growAtRest(growth, host);
    case 'unknown': {
      const { why, detail } = evidence;
      return fail(failure('evidence_unknown', { node: growth.target.name as NodeName, why, detail }));
    }
  }
}

/** Only a larger size is ever sent: `block_resize` cuts an image as readily as it grows one. */
function growLive(growth: Growth): Promise<Result<GrownDisk>> {
  const { target, file, sizeBytes } = growth;
  return withVm(target, target.sockets.monitor, {
    limitMs,
    then: async (client): Promise<Result<GrownDisk>> => {
      const before = await liveImage(client, growth);
      if (!before.ok || before.value.virtualSizeBytes >= sizeBytes) return before;
      const words = { 'node-name': before.value.nodeName, size: sizeBytes };
      const grown = await runQmpCommand(client, 'block_resize', { node: target.name, limitMs, arguments: words });
      return grown.ok ? liveImage(client, { target, file }) : grown;
    },
  });
}

async function liveImage(
  client: QmpClient,
  { target, file }: Pick<Growth, 'target' | 'file'>,
): Promise<Result<LiveImage>> {
  const words = { flat: true };
  const reply = await runQmpCommand(client, 'query-named-block-nodes', {
    node: target.name,
    limitMs,
    arguments: words,
  });
  if (!reply.ok) return reply;
  const image = readLiveImage(reply.value, file);
  if (image !== null) return ok(image);
  const detail = `it does not have ${file} open`;
  return fail(failure('vm_refused', { node: target.name, command: 'block_resize', detail }));
}

/** Without `--shrink` qemu-img refuses to cut, and without `-U` it refuses an image that a QEMU has. */
async function growAtRest({ file, sizeBytes }: Growth, host: QemuHost): Promise<Result<GrownDisk>> {
  const before = await inspectImage(file, host);
  if (!before.ok || before.value.virtualSizeBytes >= sizeBytes) return before;
  const qemuImg = findTool('qemu-img', host);
  if (!qemuImg.ok) return qemuImg;
  const words = ['resize', '-q', '-f', before.value.format, file, String(sizeBytes)];
  const grown = await host.programs.run({ executable: qemuImg.value, arguments: words, timeoutMs: toolLimitMs });
  return grown.ok ? inspectImage(file, host) : grown;
}
