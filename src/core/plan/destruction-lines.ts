import { displaySize } from '../display-size.ts';
import type { NodeRecord, StateDocument } from '../state/document.ts';
import type { Action } from './action.ts';
import type { Grant } from './grant.ts';
import { destructionActions } from './node-actions.ts';

/**
 * What a destruction deletes and what it keeps, one line each, for the person who is asked. Read from the very steps that
 * would run, so that the question cannot promise what they do not keep.
 */
export function destructionLines(document: StateDocument, grants: readonly Grant[]): readonly string[] {
  return grants.flatMap((grant) => {
    if (grant.kind === 'purge') return purgeLines(document);
    const record = grant.kind === 'destroy' ? document.nodes[grant.node] : undefined;
    if (grant.kind !== 'destroy' || record === undefined) return [];
    const disks = destructionActions(record, grant).flatMap((action) => diskLine(record, action));
    return [`node ${record.name} (${record.address})`, ...disks];
  });
}

function diskLine(record: NodeRecord, action: Action): readonly string[] {
  switch (action.kind) {
    case 'remove_root_disk':
      return [`  deletes root disk, ${displaySize(record.spec.rootDiskBytes)}`];
    case 'remove_data_disk':
      return [`  deletes ${diskWords(record, action.disk)}`];
    case 'retain_data_disk':
      return [`  keeps   ${diskWords(record, action.disk)}`];
    default:
      return [];
  }
}

function diskWords(record: NodeRecord, id: string): string {
  const disk = record.spec.disks.find((each) => each.id === id);
  return disk === undefined ? `disk ${id}` : `disk ${disk.path}, ${displaySize(disk.sizeBytes)}`;
}

function purgeLines(document: StateDocument): readonly string[] {
  const disks = document.retained.map(
    (disk) => `  deletes kept disk ${disk.path} of ${disk.node}, ${displaySize(disk.virtualSizeBytes)}`,
  );
  return ['the home', ...disks, '  deletes keys, history and state', '  keeps   the image cache'];
}
