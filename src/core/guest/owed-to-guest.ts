import type { NodeRecord, StateDocument } from '../state/document.ts';
import { knowsPeer } from './told-peers.ts';

export type Owed = 'control_revoke' | 'peer_keys';

/**
 * What `up` still owes a guest by the record alone. `control_revoke`: it is not known to have let go of the key of an earlier
 * control node. `peer_keys`: it holds the control role, and a peer has a host key that it is not known to have been told.
 * No clock has a part in it: one that was set back would hide what is owed.
 */
export function owedToGuest(
  record: NodeRecord,
  { deployment, nodes }: Pick<StateDocument, 'deployment' | 'nodes'>,
): readonly Owed[] {
  const { name, guest, life } = record;
  if (guest === null || deployment === null || life !== 'committed') return [];
  const owed: Owed[] = [];
  if (guest.controlKey !== null && guest.controlKey !== deployment.controlKey) owed.push('control_revoke');
  const peers = Object.values(nodes).filter((node) => node.name !== name && node.life === 'committed');
  if (deployment.control === name && peers.some((peer) => !knowsPeer(record, peer))) owed.push('peer_keys');
  return owed;
}
