import { type Failure, failure } from '../../failure.ts';
import type { Manifest } from '../manifest.ts';

interface Addressed {
  readonly address: string;
}

/** `admin_ip`, or null when it is not written; reported when it is none of the managed hosts. */
export function resolveAdmin(
  manifest: Manifest,
  hosts: {
    readonly managed: readonly Addressed[];
    readonly skipped: readonly Addressed[];
    readonly report: (failure: Failure) => void;
  },
): string | null {
  const written = manifest.groups.get('all')?.vars.filter((assignment) => assignment.name === 'admin_ip') ?? [];
  const admin = written[0];
  if (admin?.value === undefined || typeof admin.value !== 'string') return null;
  const address = admin.value;
  if (hosts.managed.some((host) => host.address === address)) return address;
  const isSkipped = hosts.skipped.some((host) => host.address === address);
  const rule = isSkipped
    ? 'this host has vm_skip: true, the control node must be managed'
    : `no managed host has this address${exampleOf(hosts.managed)}`;
  hosts.report(
    failure('admin_not_managed', { at: admin.at, subject: 'all', variable: 'admin_ip', shown: admin.shown, rule }),
  );
  return null;
}

function exampleOf(managed: readonly Addressed[]): string {
  return managed[0] === undefined ? '' : `, for example ${managed[0].address}`;
}
