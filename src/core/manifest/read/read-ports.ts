import { failure } from '../../failure.ts';
import type { PortForward } from '../../spec/envelope.ts';
import { ipv4Octets } from '../../spec/ipv4.ts';
import type { YamlNode } from '../yaml/node.ts';
import { type ReadContext, aboutNode } from './read-context.ts';
import { readList } from './read-list.ts';
import { readText } from './read-text.ts';

/** Port forwards of one node, sorted by host port; without an address they listen on loopback only. */
export function readPorts(node: YamlNode, context: ReadContext): readonly PortForward[] | undefined {
  const ports = readList(node, context, { example: '["8080:80"]', item: readPort });
  return ports?.toSorted(
    (left, right) => left.hostPort - right.hostPort || (left.hostAddress < right.hostAddress ? -1 : 1),
  );
}

function readPort(node: YamlNode, context: ReadContext): PortForward | undefined {
  // A port alone is a number to YAML; what it lacks is the other port, not quotes.
  const isAlone = node.kind === 'scalar' && node.tag === null && /^[0-9]+$/.test(node.text);
  const text = isAlone ? node.text : readText(node, context);
  if (text === undefined) return undefined;
  const match = /^(?:([0-9.]+):)?([1-9][0-9]{0,4}):([1-9][0-9]{0,4})$/.exec(text);
  const hostAddress = match?.[1] ?? '127.0.0.1';
  const [hostPort, guestPort] = [Number(match?.[2]), Number(match?.[3])];
  if (match !== null && ipv4Octets(hostAddress) !== null && hostPort <= 65535 && guestPort <= 65535)
    return { hostAddress, hostPort, guestPort };
  const rule =
    'a forward is "HOSTPORT:GUESTPORT" or "ADDRESS:HOSTPORT:GUESTPORT" with ports 1–65535, for example "8080:80"';
  context.report(failure('bad_port_forward', { ...aboutNode(node, context), rule }));
  return undefined;
}
