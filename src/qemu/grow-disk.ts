import { type Result, fail } from '../core/result.ts';
import type { NodeName } from '../core/names.ts';
import { unknownVm } from '../core/recovery/unknown-vm.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import { growImage } from './grow-image.ts';
import { liveImage } from './live-image.ts';
import { observeVm } from './observe-vm.ts';
import type { QemuHost } from './qemu-host.ts';
import { runQmpCommand, withVm } from './run-qmp-command.ts';

const limitMs = 20_000;
const doing = 'block_resize';

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
      return growImage(growth, host);
    case 'unknown':
      return fail(unknownVm(growth.target.name as NodeName, evidence));
  }
}

/** Only a larger size is ever sent: `block_resize` cuts an image as readily as it grows one. */
function growLive(growth: Growth): Promise<Result<GrownDisk>> {
  const { target, file, sizeBytes } = growth;
  return withVm(target, target.sockets.monitor, {
    limitMs,
    then: async (client): Promise<Result<GrownDisk>> => {
      const before = await liveImage(client, { target, file, doing });
      if (!before.ok || before.value.virtualSizeBytes >= sizeBytes) return before;
      const words = { 'node-name': before.value.nodeName, size: sizeBytes };
      const grown = await runQmpCommand(client, doing, { node: target.name, limitMs, arguments: words });
      return grown.ok ? liveImage(client, { target, file, doing }) : grown;
    },
  });
}
