import type { ActionOf } from '../plan/action.ts';
import type { Instant } from '../names.ts';
import type { NodeRecord, RetainedDisk, StateDocument } from './document.ts';
import { findLife } from './find-life.ts';
import { homePaths } from './home-paths.ts';
import type { Part } from './part.ts';

/** Lists a node's persistent disk among those that outlived their node; its bytes are not touched. */
export function retainDisk(
  document: StateDocument,
  kept: { readonly action: ActionOf<'retain_data_disk'>; readonly at: Instant },
): StateDocument {
  const { diskUuid } = kept.action;
  const record = findLife(document, kept.action);
  const part = record?.parts.find((each) => each.diskUuid === diskUuid);
  const retained = record === undefined || part === undefined ? null : retainedDisk(record, part, kept.at);
  if (retained === null) return document;
  return { ...document, retained: [...document.retained.filter((each) => each.diskUuid !== diskUuid), retained] };
}

/** A data disk of a node as it stands among the kept ones; null for a disk that the node's spec does not know. */
export function retainedDisk(record: NodeRecord, part: Part, retainedAt: Instant): RetainedDisk | null {
  const spec = record.spec.disks.find((each) => each.id === part.disk);
  if (spec === undefined || part.diskUuid === null) return null;
  const size = part.outputs['virtualSizeBytes'];
  return {
    diskUuid: part.diskUuid,
    node: record.name,
    disk: spec.id,
    path: spec.path,
    fs: spec.fs,
    virtualSizeBytes: typeof size === 'number' ? size : spec.sizeBytes,
    file: part.file ?? homePaths.dataDisk(part.diskUuid),
    retainedAt,
  };
}
