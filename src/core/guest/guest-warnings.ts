import type { NodeRecord, StateDocument } from '../state/document.ts';
import { type Owed, owedToGuest } from './owed-to-guest.ts';

const words = {
  control_revoke: 'control_revoke is pending: an earlier control key is in it until up has reached it',
  peer_keys: 'control is pending: the host key of a peer is not known in it until up has reached it',
} as const satisfies { readonly [O in Owed]: string };

/** What the owner of a node has to know about its inside: what its last set-up said, and what is still owed to it. */
export function guestWarnings(
  record: NodeRecord,
  document: Pick<StateDocument, 'deployment' | 'nodes'>,
): readonly string[] {
  const owed = owedToGuest(record, document).map((each) => words[each]);
  return [...(record.guest?.warnings ?? []), ...diskWarnings(record), ...owed];
}

function diskWarnings({ name, parts, spec }: NodeRecord): readonly string[] {
  return parts.flatMap(({ kind, disk, outputs }) => {
    if (kind !== 'data_disk') return [];
    const path = spec.disks.find(({ id }) => id === disk)?.path ?? disk ?? '';
    const { resetSnapshot, notReset } = outputs;
    const kept = typeof notReset === 'string' ? [`disks: ${path}: it was not made anew: ${notReset}`] : [];
    if (typeof resetSnapshot !== 'string') return kept;
    const back = `paddock stop ${name}, then paddock disk restore ${name} ${path} ${resetSnapshot}`;
    return [
      ...kept,
      `disks: ${path}: its file system was damaged and was made anew; the old bytes come back with: ${back}`,
    ];
  });
}
