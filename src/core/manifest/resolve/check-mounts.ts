import { type Failure, failure } from '../../failure.ts';
import type { DiskSpec } from '../../spec/node-spec.ts';
import type { AssignmentOf } from '../manifest.ts';

interface Mounts {
  readonly subject: string;
  readonly disks: readonly DiskSpec[];
  readonly shares: AssignmentOf<'vm_shares'> | undefined;
}

/** A share in the place of a data disk would never be seen: the disk is mounted there. */
export function checkMounts({ subject, disks, shares }: Mounts, report: (failure: Failure) => void): void {
  for (const { guest } of shares?.value ?? []) {
    if (shares === undefined || !disks.some(({ path }) => path === guest)) continue;
    const about = { at: shares.at, subject, variable: 'vm_shares', shown: guest };
    report(failure('duplicate_share', { ...about, other: `the data disk ${guest}` }));
  }
}
