import { formatSize } from '../spec/format-size.ts';
import type { DiskSpec } from '../spec/node-spec.ts';
import type { RetainedDisk } from '../state/document.ts';

/** Why a kept disk is not taken over, and what helps, both for people. */
export interface KeptDiskProblem {
  readonly problem: string;
  readonly remedy: string;
}

/** Helps whatever is wrong with a kept disk. */
export const anotherPath = 'another path makes a new disk beside it';

/** Why a kept disk cannot be what the manifest asks for; null when it can. Its bytes are never changed to fit. */
export function keptDiskProblem(
  kept: Pick<RetainedDisk, 'path' | 'fs' | 'virtualSizeBytes'>,
  wanted: Pick<DiskSpec, 'path' | 'fs' | 'sizeBytes' | 'persistent'>,
): KeptDiskProblem | null {
  if (kept.path !== wanted.path) {
    return troubled(`is that of ${kept.path}, which has the same identity`, `path: ${kept.path}`);
  }
  if (wanted.sizeBytes < kept.virtualSizeBytes) {
    const has = formatSize(kept.virtualSizeBytes);
    return troubled(`has ${has}, and disks are never cut to ${formatSize(wanted.sizeBytes)}`, `size: ${has}`);
  }
  if (wanted.fs !== 'auto' && wanted.fs !== kept.fs) {
    return troubled(`was made with fs: ${kept.fs}, and fs: ${wanted.fs} is asked for`, `fs: ${kept.fs}`);
  }
  // The manifest may say what a disk is to be, never that bytes which were kept may go.
  if (!wanted.persistent) return troubled('is persistent, and persistent: false is asked for', 'persistent: true');
  return null;
}

function troubled(problem: string, keeping: string): KeptDiskProblem {
  return { problem, remedy: `${keeping} keeps it, ${anotherPath}` };
}
