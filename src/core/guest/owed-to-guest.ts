import type { NodeRecord, StateDocument } from '../state/document.ts';

export type Owed = 'control_revoke' | 'peer_keys';

/**
 * What `up` still owes a guest by the record alone. `control_revoke`: it is not known to have let go of the key of an earlier
 * control node. `peer_keys`: it holds the control role, and a peer has come into being, with a host key of its own, since
 * the guest was last set up.
 */
export function owedToGuest(
  { name, guest, life }: NodeRecord,
  { deployment, nodes }: Pick<StateDocument, 'deployment' | 'nodes'>,
): readonly Owed[] {
  if (guest === null || deployment === null || life !== 'committed') return [];
  const owed: Owed[] = [];
  if (guest.controlKey !== null && guest.controlKey !== deployment.controlKey) owed.push('control_revoke');
  const isNewer = (peer: NodeRecord): boolean =>
    peer.name !== name && peer.life === 'committed' && peer.createdAt > guest.readyAt;
  if (deployment.control === name && Object.values(nodes).some(isNewer)) owed.push('peer_keys');
  return owed;
}
