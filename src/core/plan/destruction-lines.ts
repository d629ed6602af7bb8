import { formatSize } from '../format-size.ts';
import type { NodeRecord, StateDocument } from '../state/document.ts';
import type { Grant } from './grant.ts';

/** What a destruction deletes and what it keeps, one line each, for the person who is asked. */
export function destructionLines(document: StateDocument, grants: readonly Grant[]): readonly string[] {
  const lines: string[] = [];
  for (const grant of grants) {
    if (grant.kind === 'destroy') lines.push(...nodeLines(document.nodes[grant.node], grant.deletePersistent));
    if (grant.kind === 'purge') lines.push(...purgeLines(document));
  }
  return lines;
}

function nodeLines(record: NodeRecord | undefined, deletePersistent: boolean): readonly string[] {
  if (record === undefined) return [];
  const disks = record.spec.disks.map((disk) => {
    const verb = disk.persistent && !deletePersistent ? 'keeps ' : 'deletes';
    return `  ${verb} disk ${disk.path}, ${formatSize(disk.sizeBytes)}`;
  });
  return [
    `node ${record.name} (${record.address})`,
    `  deletes root disk, ${formatSize(record.spec.rootDiskBytes)}`,
    ...disks,
  ];
}

function purgeLines(document: StateDocument): readonly string[] {
  const disks = document.retained.map(
    (disk) => `  deletes kept disk ${disk.path} of ${disk.node}, ${formatSize(disk.virtualSizeBytes)}`,
  );
  return ['the home', ...disks, '  deletes keys, history and state', '  keeps  the image cache'];
}
