import type { EnginePorts } from '../engine-ports.ts';

/** All sockets of a deployment stand in one folder under names of one length, so any UUID shows the longest path. */
export function longestSocket({ layout, identifiers }: Pick<EnginePorts, 'layout' | 'identifiers'>): string {
  const sockets = Object.values(layout.sockets(identifiers.uuid())) as readonly string[];
  return sockets.reduce((a, b) => (Buffer.byteLength(a) >= Buffer.byteLength(b) ? a : b));
}
