import { shareSocket } from '../core/share/share-socket.ts';
import type { NodeRecord } from '../core/state/document.ts';
import type { Layout } from '../ports/layout.ts';

/** The sockets of a node's share servers, in the order of its shares. */
export function shareSockets(layout: Layout, { uuid, spec }: Pick<NodeRecord, 'uuid' | 'spec'>): readonly string[] {
  const sockets = layout.sockets(uuid);
  return spec.shares.map((_share, index) => shareSocket(sockets, index));
}
