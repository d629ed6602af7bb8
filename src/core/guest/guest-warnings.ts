import type { NodeRecord, StateDocument } from '../state/document.ts';
import { type Owed, owedToGuest } from './owed-to-guest.ts';

const words = {
  control_revoke: 'control_revoke is pending: an earlier control key is in it until up has reached it',
  peer_keys: 'control is pending: a peer was made anew, and its host key is not known in it until up has reached it',
} as const satisfies { readonly [O in Owed]: string };

/** What the owner of a node has to know about its inside: what its last set-up said, and what is still owed to it. */
export function guestWarnings(
  record: NodeRecord,
  document: Pick<StateDocument, 'deployment' | 'nodes'>,
): readonly string[] {
  const owed = owedToGuest(record, document).map((each) => words[each]);
  return [...(record.guest?.warnings ?? []), ...owed];
}
