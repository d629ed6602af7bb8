import { fail, ok, type Result } from '../core/result.ts';
import type { NodeRecord } from '../core/state/document.ts';
import { notRunning } from '../core/state/not-running.ts';
import type { GuestTarget } from '../ports/guest.ts';

/** How to reach a node's ssh; `vm_not_running` when it was never given a port, so that nothing of it was replaced either. */
export function guestTarget(record: NodeRecord): Result<GuestTarget> {
  if (record.sshPort === null) return fail(notRunning(null, record, 'recorded'));
  return ok({ name: record.name, uuid: record.uuid, user: record.madeFor.envelope.user, port: record.sshPort });
}
