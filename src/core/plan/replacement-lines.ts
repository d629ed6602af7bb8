import { displaySize } from '../display-size.ts';
import type { NodeRecord, StateDocument } from '../state/document.ts';
import { keptDisks } from '../state/kept-disks.ts';
import type { Part } from '../state/part.ts';
import type { Grant } from './grant.ts';
import type { PlannedDeployment } from './plan.ts';
import { continuation } from './unfinished-recreate.ts';

/**
 * What a recreate deletes and what it keeps, one line each, for the person who is asked. Read from the records whose
 * artifacts would go, with the sizes that were recorded for them.
 */
export function replacementLines(
  document: StateDocument,
  plan: PlannedDeployment,
  grants: readonly Grant[],
): readonly string[] {
  return grants.flatMap((grant) => {
    const planned = plan.nodes.find(({ name }) => name === grant.node);
    const own = grant.node === null ? undefined : document.nodes[grant.node];
    if (grant.kind === 'create') return [`node ${grant.node} is created`];
    if (grant.kind !== 'recreate' || own === undefined || planned === undefined || planned.desired === null) return [];
    const isSwitched = continuation(document, { desired: planned.desired, shared: plan }) === 'finish';
    const going = isSwitched ? (document.replacements[own.name]?.going ?? []) : [own];
    const address = planned.address === own.address ? own.address : `${own.address}, then ${planned.address}`;
    const title = isSwitched
      ? `node ${own.name} (${address}) was recreated; what is left of before`
      : `node ${own.name} (${address})`;
    return [title, ...going.flatMap(lifeLines), ...(isSwitched ? keptLines(own) : [])];
  });
}

function lifeLines(record: NodeRecord): readonly string[] {
  const kept = new Set(keptDisks(record).map((disk) => disk.diskUuid));
  const deleted = record.parts
    .filter((part) => part.kind === 'data_disk' && isThere(part) && part.diskUuid !== null && !kept.has(part.diskUuid))
    .map((part) => {
      const spec = record.spec.disks.find((disk) => disk.id === part.disk);
      return `  deletes disk ${spec?.path ?? part.disk ?? ''}, ${displaySize(sizeOf(part, spec?.sizeBytes ?? 0))}`;
    });
  const root = record.parts.find((part) => part.kind === 'root_disk' && isThere(part));
  const rootLine =
    root === undefined ? [] : [`  deletes root disk, ${displaySize(sizeOf(root, record.spec.rootDiskBytes))}`];
  return [...rootLine, ...deleted, ...keptLines(record)];
}

function keptLines(record: NodeRecord): readonly string[] {
  return keptDisks(record).map((disk) => `  keeps   disk ${disk.path}, ${displaySize(disk.virtualSizeBytes)}`);
}

function isThere({ state }: Part): boolean {
  return state !== 'pending' && state !== 'claimed' && state !== 'destroyed' && state !== 'retained';
}

function sizeOf(part: Part, specBytes: number): number {
  const size = part.outputs['virtualSizeBytes'];
  return typeof size === 'number' ? size : specBytes;
}
