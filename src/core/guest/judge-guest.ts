import { failure } from '../failure.ts';
import type { NodeName, Uuid } from '../names.ts';
import { fail, ok, type Result } from '../result.ts';

/** Where cloud-init keeps the instance id; the mini guest keeps it in the same place. */
export const instanceIdFile = '/var/lib/cloud/data/instance-id';

/** Whether the guest that answered is the one that was asked for. */
export function judgeGuest(
  asked: { readonly name: NodeName; readonly uuid: Uuid },
  answered: string,
): Result<{ readonly instanceId: Uuid }> {
  const id = answered.trim().toLowerCase();
  if (id === asked.uuid) return ok({ instanceId: asked.uuid });
  const detail = `answers as instance ${id.slice(0, 64)}, not as ${asked.uuid}`;
  return fail(failure('guest_identity', { node: asked.name, detail }));
}
