import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { Deployment, NodeRecord } from '../core/state/document.ts';
import type { GuestTarget } from '../ports/guest.ts';

/** How to reach a node's ssh; `vm_not_running` when it was never given a port. */
export function guestTarget(deployment: Deployment, record: NodeRecord): Result<GuestTarget> {
  if (record.sshPort === null) return fail(failure('vm_not_running', { node: record.name }));
  return ok({ name: record.name, uuid: record.uuid, user: record.madeFor.envelope.user, port: record.sshPort });
}
