import { formatSize } from '../spec/format-size.ts';
import type { DiskSpec } from '../spec/node-spec.ts';
import type { RetainedDisk } from '../state/document.ts';

const another = 'another path makes a new disk beside it';

/** Why a kept disk cannot be what the manifest asks for, for people; null when it can. Its bytes are never changed to fit. */
export function keptDiskProblem(
  kept: Pick<RetainedDisk, 'path' | 'fs' | 'virtualSizeBytes'>,
  wanted: Pick<DiskSpec, 'path' | 'fs' | 'sizeBytes'>,
): string | null {
  if (kept.path !== wanted.path) {
    return `is that of ${kept.path}, which has the same identity; path: ${kept.path} keeps it, ${another}`;
  }
  if (wanted.sizeBytes < kept.virtualSizeBytes) {
    const has = formatSize(kept.virtualSizeBytes);
    return `has ${has}, and disks are never cut to ${formatSize(wanted.sizeBytes)}; size: ${has} keeps it, ${another}`;
  }
  if (wanted.fs !== 'auto' && wanted.fs !== kept.fs) {
    return `was made with fs: ${kept.fs}, and fs: ${wanted.fs} is asked for; fs: ${kept.fs} keeps it, ${another}`;
  }
  return null;
}
