import { displaySize } from '../display-size.ts';
import type { DiskSpec } from '../spec/node-spec.ts';
import type { RetainedDisk } from '../state/document.ts';

/** Why a kept disk cannot be what the manifest asks for, for people; null when it can. Its bytes are never changed to fit. */
export function keptDiskProblem(
  kept: Pick<RetainedDisk, 'path' | 'fs' | 'virtualSizeBytes'>,
  wanted: Pick<DiskSpec, 'path' | 'fs' | 'sizeBytes'>,
): string | null {
  if (kept.path !== wanted.path) return `is that of ${kept.path}, which has the same identity; another path is needed`;
  if (wanted.sizeBytes < kept.virtualSizeBytes) {
    const [has, asked] = [kept.virtualSizeBytes, wanted.sizeBytes].map(displaySize);
    return `has ${String(has)}, and disks are never cut to ${String(asked)}; size: ${String(has)} keeps it`;
  }
  if (wanted.fs !== 'auto' && wanted.fs !== kept.fs) {
    return `was made with fs: ${kept.fs}, and fs: ${wanted.fs} is asked for; fs: ${kept.fs} keeps it`;
  }
  return null;
}
