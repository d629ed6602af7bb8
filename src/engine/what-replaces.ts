import type { NodeRecord } from '../core/state/document.ts';
import type { Part } from '../core/state/part.ts';

/**
 * The command that makes a disk anew whose file is gone: recreate, which takes persistent disks over and so wants them
 * there, else destroy. Null for what is no disk: a recreate would cost the root that is still there.
 */
export function whatReplaces({ spec }: NodeRecord, { kind, disk }: Part): 'recreate' | 'destroy' | null {
  if (kind === 'root_disk') return 'recreate';
  if (kind !== 'data_disk') return null;
  return spec.disks.find(({ id }) => id === disk)?.persistent === true ? 'destroy' : 'recreate';
}
