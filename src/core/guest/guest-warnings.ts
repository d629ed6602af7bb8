import type { Deployment, NodeRecord } from '../state/document.ts';

/** What the owner of a node has to know about its inside: what its last set-up said, and what is still owed to it. */
export function guestWarnings(record: NodeRecord, deployment: Deployment | null): readonly string[] {
  const { guest } = record;
  if (guest === null) return [];
  return isRevocationDue(record, deployment) ? [...guest.warnings, revocationDue] : guest.warnings;
}

const revocationDue = 'control_revoke is pending: an earlier control key is in it until up has reached it';

/** True while the guest is not known to have let go of the key of an earlier control node. */
function isRevocationDue({ guest, life }: NodeRecord, deployment: Deployment | null): boolean {
  if (guest === null || deployment === null || life !== 'committed') return false;
  return guest.controlKey !== null && guest.controlKey !== deployment.controlKey;
}
