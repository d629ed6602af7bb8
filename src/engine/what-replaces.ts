import type { NodeRecord } from '../core/state/document.ts';
import { isDiskPart } from '../core/state/is-disk-part.ts';
import type { Part } from '../core/state/part.ts';

/**
 * The command that makes a node's disks anew whose files are gone: recreate, which takes persistent disks over and so wants
 * them there, else destroy. Null where only other files are gone: a recreate would cost the root that is still there.
 */
export function whatReplaces({ spec }: NodeRecord, missing: readonly Part[]): 'recreate' | 'destroy' | null {
  const isPersistent = ({ kind, disk }: Part) =>
    kind === 'data_disk' && spec.disks.find(({ id }) => id === disk)?.persistent === true;
  if (missing.some(isPersistent)) return 'destroy';
  return missing.some(isDiskPart) ? 'recreate' : null;
}
