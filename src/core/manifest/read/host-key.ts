import { type Failure, failure } from '../../failure.ts';
import type { Position } from '../../position.ts';
import { ipv4Octets } from '../../spec/ipv4.ts';
import { isNodeName } from './node-name.ts';
import { showText } from './show-node.ts';

/** The complaint about a host key, or null when it is an IPv4 address. */
export function refuseHostKey(key: string, at: Position): Failure | null {
  if (ipv4Octets(key) !== null) return null;
  const host = showText(key);
  const written = writtenOut(key);
  if (written !== null) return failure('host_range', { at, host, written });
  return failure('host_not_address', { at, host, hint: hintFor(key) });
}

/** `10.10.10.[10:12]` → its hosts, shortened in the middle; null when it is no range. */
function writtenOut(key: string): readonly string[] | null {
  const match = /^([^[\]]*)\[([0-9]+|[A-Za-z]):([0-9]+|[A-Za-z])(?::[0-9]+)?\]([^[\]]*)$/.exec(key);
  if (match === null) return key.includes('[') ? ['10.10.10.10', '10.10.10.11'] : null;
  const [first, last] = [Number(match[2]), Number(match[3])];
  if (Number.isNaN(first) || Number.isNaN(last) || last < first || last > 255) return ['10.10.10.10', '10.10.10.11'];
  const hosts = Array.from(
    { length: last - first + 1 },
    (_, index) => `${match[1] ?? ''}${String(first + index)}${match[4] ?? ''}`,
  );
  return hosts.length <= 4 ? hosts : [...hosts.slice(0, 3), '…', ...hosts.slice(-1)];
}

function hintFor(key: string): string {
  const unpadded = key.replaceAll(/(?<=^|\.)0+(?=[0-9])/g, '');
  if (ipv4Octets(unpadded) !== null) return `leading zeros mean octal to some programs, write ${unpadded}`;
  if (isNodeName(key) && /[a-z]/.test(key))
    return `write the address as the key and the name in it: 10.10.10.10: { nodename: ${key} }`;
  return 'for example 10.10.10.10';
}
