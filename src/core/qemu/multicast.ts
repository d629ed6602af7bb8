import type { Sha256, Uuid } from '../names.ts';

const firstPort = 20_000;
const lastPort = 60_000;

export interface MulticastGroup {
  readonly multicast: string;
  readonly port: number;
}

/** Loopback segment of a deployment's private network: derived from its id, so that two labs on one host do not meet. */
export function multicastGroup(deployment: Uuid, sha256: Sha256): MulticastGroup {
  const digest = sha256(`multicast ${deployment}`);
  const byteAt = (index: number): number => Number.parseInt(digest.slice(index * 2, index * 2 + 2), 16);
  // 239.192.0.0/14 is the part of multicast space that RFC 2365 leaves to an organisation.
  const group = [239, 192 + (byteAt(0) & 3), byteAt(1), byteAt(2)].join('.');
  const port = firstPort + (Number.parseInt(digest.slice(8, 16), 16) % (lastPort - firstPort + 1));
  return { multicast: group, port };
}
