import type { ActionOf } from '../plan/action.ts';
import type { Instant } from '../names.ts';
import type { RetainedDisk, StateDocument } from './document.ts';
import { homePaths } from './home-paths.ts';

/** Lists a node's persistent disk among those that outlived their node; its bytes are not touched. */
export function retainDisk(
  document: StateDocument,
  kept: { readonly action: ActionOf<'retain_data_disk'>; readonly at: Instant },
): StateDocument {
  const { node, disk, diskUuid } = kept.action;
  const record = document.nodes[node];
  const spec = record?.spec.disks.find((each) => each.id === disk);
  const part = record?.parts.find((each) => each.diskUuid === diskUuid);
  if (spec === undefined || part === undefined) return document;
  const size = part.outputs['virtualSizeBytes'];
  const retained: RetainedDisk = {
    diskUuid,
    node,
    disk,
    path: spec.path,
    fs: spec.fs,
    virtualSizeBytes: typeof size === 'number' ? size : spec.sizeBytes,
    file: homePaths.dataDisk(diskUuid),
    retainedAt: kept.at,
  };
  return { ...document, retained: [...document.retained.filter((each) => each.diskUuid !== diskUuid), retained] };
}
