import { type Failure, failure } from '../failure.ts';
import type { Uuid } from '../names.ts';
import { fail, ok, type Result } from '../result.ts';
import type { DiskSpec } from '../spec/node-spec.ts';
import type { NodeRecord, StateDocument } from '../state/document.ts';
import type { Part } from '../state/part.ts';
import type { Action } from './action.ts';
import type { Authorized, Grant } from './grant.ts';
import { selectNodes } from './select-nodes.ts';

/** Commands that change a data disk by its snapshots. */
export type DiskCommand = 'disk restore' | 'disk delete-snapshot';

type DiskGrant = Extract<Grant, { kind: 'restore_disk' | 'delete_snapshot' }>;
type DiskAuthority =
  | { readonly grant: DiskGrant['kind'] }
  | { readonly refuse: 'not_created' | 'destruction_unfinished' | 'disk_retained' };

const notCreated = { refuse: 'not_created' } as const;
const halfDestroyed = { refuse: 'destruction_unfinished' } as const;
const kept = { refuse: 'disk_retained' } as const;

/** What they may do with the disk of a recorded life. No manifest is read: only who names all three may do it. */
export const diskAuthorityTable = {
  'disk restore': {
    creating: notCreated,
    committed: { grant: 'restore_disk' },
    destroying: halfDestroyed,
    destroyed: kept,
  },
  'disk delete-snapshot': {
    creating: notCreated,
    committed: { grant: 'delete_snapshot' },
    destroying: halfDestroyed,
    destroyed: kept,
  },
} as const satisfies { readonly [C in DiskCommand]: { readonly [L in NodeRecord['life']]: DiskAuthority } };

export interface NamedDisk {
  readonly record: NodeRecord;
  readonly spec: DiskSpec;
  readonly part: Part;
  readonly diskUuid: Uuid;
}

export interface AuthorizedDisk extends NamedDisk {
  readonly grant: Authorized<DiskGrant>;
}

/** The one data disk that is meant, and what may be done with it; or why nothing may. */
export function authorizeDisk(
  document: StateDocument,
  asked: { readonly command: DiskCommand; readonly node: string; readonly path: string },
): Result<AuthorizedDisk> {
  const selected = selectNodes([asked.node], { nodes: Object.values(document.nodes), skipped: [] });
  if (!selected.ok) return selected;
  const record = document.nodes[asked.node];
  if (record === undefined) throw new Error(`selected node ${asked.node} has no record`);
  const named = nameDisk(record, asked.path);
  const authority: DiskAuthority = diskAuthorityTable[asked.command][record.life];
  if ('refuse' in authority) return fail(refusal(authority.refuse, { record, named, path: asked.path }));
  if (named === null) return fail(unknownDisk(record, asked.path));
  return ok({ ...named, grant: { kind: authority.grant, node: record.name } as Authorized<DiskGrant> });
}

/** The data disk with this path; null when the life has none that was made. */
export function nameDisk(record: NodeRecord, path: string): NamedDisk | null {
  const spec = record.spec.disks.find((disk) => disk.path === path);
  const part = record.parts.find((each) => each.kind === 'data_disk' && each.disk === spec?.id);
  if (spec === undefined || part === undefined || part.diskUuid === null) return null;
  return { record, spec, part, diskUuid: part.diskUuid };
}

export function unknownDisk({ name, spec }: NodeRecord, path: string): Failure {
  return failure('unknown_disk', { node: name, path, known: spec.disks.map((disk) => disk.path) });
}

function refusal(
  reason: Extract<DiskAuthority, { refuse: string }>['refuse'],
  about: { readonly record: NodeRecord; readonly named: NamedDisk | null; readonly path: string },
): Failure {
  const { record, named, path } = about;
  if (reason === 'not_created') return failure(reason, { nodes: [record.name], hindered: [] });
  if (reason !== 'disk_retained') return failure(reason, { nodes: [record.name] });
  return named?.part.state === 'retained' ? failure(reason, { node: record.name, path }) : unknownDisk(record, path);
}

/** The one step that a grant means. `before` is the name under which a restore keeps what the disk holds. */
export function diskAction(
  { grant, record, part, diskUuid, spec }: AuthorizedDisk,
  { snapshot, before }: { readonly snapshot: string; readonly before: string },
): Authorized<Action> {
  const target = { node: record.name, uuid: record.uuid, disk: spec.id, diskUuid, snapshot };
  const size = part.outputs['virtualSizeBytes'];
  const sizeBytes = typeof size === 'number' ? size : spec.sizeBytes;
  const action: Action =
    grant.kind === 'delete_snapshot'
      ? { kind: 'delete_snapshot', ...target }
      : { kind: 'restore_data_disk', ...target, before, sizeBytes };
  return action as Authorized<Action>;
}
