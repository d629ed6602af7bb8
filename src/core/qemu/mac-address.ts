import type { Sha256, Uuid } from '../names.ts';

export interface NicPlace {
  readonly deployment: Uuid;
  /** Dotted decimal. */
  readonly address: string;
  readonly nic: 'management' | 'private';
}

/**
 * MAC of a NIC, the same for a recreated node. `52:54` is QEMU's locally administered range. The last byte is the last
 * octet of the address and the bit before it tells the NICs apart, so two NICs of one deployment can never collide.
 */
export function macAddress(place: NicPlace, sha256: Sha256): string {
  const digest = sha256(`mac ${place.deployment}`);
  const byteAt = (index: number): number => Number.parseInt(digest.slice(index * 2, index * 2 + 2), 16);
  const nicBit = place.nic === 'private' ? 1 : 0;
  const lastOctet = Number(place.address.split('.').at(-1));
  return [0x52, 0x54, byteAt(0), byteAt(1), (byteAt(2) & 0xfe) | nicBit, lastOctet]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join(':');
}
