import type { GuestRecord, NodeRecord } from '../state/document.ts';
import { partOutputs } from '../state/part-outputs.ts';
import type { DesiredSetUp } from './desired-set-up.ts';

/** Base64 digits of a host key that tell it from every other: 96 of its bits. */
const keyDigits = 16;

/**
 * Which host keys of its peers a guest is told by its control stage, as one text: a word for each, its name and the end of
 * its key. Recorded as what the guest knows; a clock would only tell when it was told something. Empty without the role.
 */
export function toldPeers({ stages }: Pick<DesiredSetUp, 'stages'>): string {
  const peers = stages.control.lines.map((line) => line.split(' ')).filter(([word]) => word === 'peer');
  return peers.map(([, names = '', type, key]) => word(names.split(',')[0] ?? '', [type, key].join(' '))).join(' ');
}

/** What goes on record as known in a guest of its peers, once the stages that tell it have come about: names, and host keys. */
export function toldAfter(
  desired: DesiredSetUp,
  { names, control }: GuestRecord['stages'],
): { readonly names?: string; readonly peers?: string } {
  return {
    ...(names === 'ok' ? { names: desired.stages.names.digest } : {}),
    ...(control === 'ok' ? { peers: toldPeers(desired) } : {}),
  };
}

/** Whether the record says that this guest was told the host key that the peer has now. A peer without one has none to tell. */
export function knowsPeer(control: Pick<NodeRecord, 'parts'>, peer: Pick<NodeRecord, 'name' | 'parts'>): boolean {
  const { publicKey } = partOutputs(peer, 'host_key');
  if (typeof publicKey !== 'string') return true;
  const { peers } = partOutputs(control, 'guest');
  return typeof peers === 'string' && peers.split(' ').includes(word(peer.name, publicKey));
}

function word(name: string, publicKey: string): string {
  return `${name}=${(publicKey.split(' ')[1] ?? '').slice(-keyDigits)}`;
}
