import { failure } from '../core/failure.ts';
import { type LiveImage, readLiveImage } from '../core/qemu/hotplug-facts.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import type { QmpClient } from './qmp-client.ts';
import { runQmpCommand } from './run-qmp-command.ts';

const limitMs = 20_000;

/** The image as the VM has it open; `vm_refused` for one that it has not. `doing` is the command that it is wanted for. */
export async function liveImage(
  client: QmpClient,
  { target, file, doing }: { readonly target: VmTarget; readonly file: string; readonly doing: string },
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
  return fail(failure('vm_refused', { node: target.name, command: doing, detail }));
}
