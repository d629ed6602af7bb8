import { type Failure, failure } from '../../failure.ts';
import type { Position } from '../../position.ts';
import type { Manifest } from '../manifest.ts';

interface Addressed {
  readonly address: string;
}

interface Skipped extends Addressed {
  readonly at: Position;
}

/**
 * `admin_ip`, or null when it is not written; reported when it is none of the managed hosts. Of a host that is skipped the
 * complaint points at the host: that is where something was written which cannot be.
 */
export function resolveAdmin(
  manifest: Manifest,
  hosts: {
    readonly managed: readonly Addressed[];
    readonly skipped: readonly Skipped[];
    readonly report: (failure: Failure) => void;
  },
): string | null {
  const written = manifest.groups.get('all')?.vars.filter((assignment) => assignment.name === 'admin_ip') ?? [];
  const admin = written[0];
  if (admin?.value === undefined || typeof admin.value !== 'string') return null;
  const address = admin.value;
  if (hosts.managed.some((host) => host.address === address)) return address;
  const skipped = hosts.skipped.find((host) => host.address === address);
  const about =
    skipped === undefined
      ? { at: admin.at, subject: 'all', variable: 'admin_ip', shown: admin.shown }
      : { at: skipped.at, subject: address, variable: 'vm_skip', shown: 'true' };
  const rule =
    skipped === undefined
      ? `no managed host has this address${exampleOf(hosts.managed)}`
      : 'admin_ip makes this host the control node, which must be managed';
  hosts.report(failure('admin_not_managed', { ...about, rule }));
  return null;
}

function exampleOf(managed: readonly Addressed[]): string {
  return managed[0] === undefined ? '' : `, for example ${managed[0].address}`;
}
