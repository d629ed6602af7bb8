import type { DiskStall } from './disk-stall.ts';

/** Why a VM stands still, and which command lets it go on, as the end of a sentence about it; the disk is null where none is named. */
export function stallWords(
  { file, noSpace }: Pick<DiskStall, 'noSpace'> & { readonly file: string | null },
  mender: 'start' | 'up' | 'resize',
): string {
  const where = file ?? 'one of its disks';
  if (noSpace) {
    return `stands still since the file system of ${where} is full; nothing is lost, and once space is free there ${mender} lets it go on`;
  }
  return `stands still since ${where} could not be read or written; nothing more is written until ${mender} lets it go on`;
}
