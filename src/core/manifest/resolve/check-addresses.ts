import { type Failure, failure } from '../../failure.ts';
import type { Position } from '../../position.ts';
import { ipv4Octets, subnetOf } from '../../spec/ipv4.ts';

/** At most as many as the /24 leaves room for. */
export const managedHostsLimit = 200;

/** Complaints about the addresses of the managed hosts, in manifest order. */
export function checkAddresses(
  hosts: readonly { readonly address: string; readonly at: Position }[],
): readonly Failure[] {
  const failures: Failure[] = [];
  const first = hosts.find((host) => refuseAddress(host.address, host.at) === null) ?? hosts[0];
  for (const { address, at } of hosts) {
    const refusal = refuseAddress(address, at);
    if (refusal !== null) failures.push(refusal);
    else if (first !== undefined && subnetOf(address) !== subnetOf(first.address)) {
      failures.push(
        failure('subnet_mixed', { at, address, subnet: subnetOf(first.address), firstLine: first.at.line }),
      );
    }
  }
  const surplus = hosts[managedHostsLimit];
  if (surplus !== undefined)
    failures.push(failure('too_many_hosts', { at: surplus.at, count: hosts.length, limit: managedHostsLimit }));
  return failures;
}

function refuseAddress(address: string, at: Position): Failure | null {
  const octets = ipv4Octets(address);
  if (octets === null) return null;
  const [a, b, c, d] = octets;
  const isPrivate = a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168);
  if (!isPrivate) return failure('address_not_private', { at, address });
  if (a === 10 && b === 0 && c === 2) return failure('subnet_taken_by_qemu', { at, address });
  const why = reserved(d);
  return why === null ? null : failure('address_reserved', { at, address, why });
}

function reserved(last: number): string | null {
  if (last === 0) return '.0 is the network itself';
  if (last === 1) return '.1 is the host';
  if (last < 9) return '.2 to .8 are reserved';
  return last === 255 ? '.255 is the broadcast address' : null;
}
