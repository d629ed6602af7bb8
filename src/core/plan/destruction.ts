import type { NodeName, Uuid } from '../names.ts';
import type { NodeRecord, RetainedDisk, StateDocument } from '../state/document.ts';
import { otherLives } from '../state/find-life.ts';
import { homePaths } from '../state/home-paths.ts';
import type { Action, ActionOf } from './action.ts';
import type { Grant } from './grant.ts';
import { destructionActions } from './node-actions.ts';
import { removalActions } from './other-lives.ts';
import { recordedOrder } from './recorded-order.ts';

/** What a destruction ends and what it leaves, as a value: what a person is shown, and what is hashed. */
export interface Destruction {
  readonly nodes: readonly EndedNode[];
  /** Disks kept from nodes that ended before. */
  readonly retained: readonly EndedDisk[];
  /** Nodes that exist and stay as they are. */
  readonly untouched: readonly NodeName[];
  /** Keys, history and state. */
  readonly home: 'erased' | 'kept';
}

export interface EndedNode {
  readonly name: NodeName;
  readonly uuid: Uuid;
  readonly address: string;
  readonly disks: readonly EndedDisk[];
}

export interface EndedDisk {
  readonly node: NodeName;
  /** Mount path in the guest; null for the root disk. */
  readonly path: string | null;
  readonly sizeBytes: number;
  /** File below the home. */
  readonly file: string;
  readonly end: 'deleted' | 'kept';
}

/**
 * Read from the very steps that would run, so that what is shown cannot promise what they do not keep. `grants` are those
 * of one `destroy` or `purge`.
 */
export function destructionOf(document: StateDocument | null, grants: readonly Grant[]): Destruction {
  const erased = grants.some((grant) => grant.kind === 'purge');
  const keptEnd = erased || grants.some((grant) => grant.kind === 'delete_retained') ? 'deleted' : 'kept';
  const nodes = grants.flatMap((grant): readonly EndedNode[] => {
    const record = grant.kind === 'destroy' ? document?.nodes[grant.node] : undefined;
    if (grant.kind !== 'destroy' || record === undefined) return [];
    const disks = destructionActions(record, grant).flatMap((action) => endedDisk(record, action));
    // What a recreate has set aside goes with the node.
    const others = (document === null ? [] : otherLives(document, record.name)).flatMap((life) =>
      removalActions(life, [record]).flatMap((action) => endedDisk(life, action)),
    );
    return [{ name: record.name, uuid: record.uuid, address: record.address, disks: [...disks, ...others] }];
  });
  return {
    nodes,
    retained: (document?.retained ?? []).map((disk) => endedRetained(disk, keptEnd)),
    untouched: recordedOrder(document)
      .filter(({ name, life }) => life !== 'destroyed' && !nodes.some((node) => node.name === name))
      .map(({ name }) => name),
    home: erased ? 'erased' : 'kept',
  };
}

function endedDisk(record: NodeRecord, action: Action): readonly EndedDisk[] {
  switch (action.kind) {
    case 'remove_root_disk': {
      const file = homePaths.rootDisk(record.folder);
      return [{ node: record.name, path: null, sizeBytes: record.spec.rootDiskBytes, file, end: 'deleted' }];
    }
    case 'remove_data_disk':
      return [dataDisk(record, action, 'deleted')];
    case 'retain_data_disk':
      return [dataDisk(record, action, 'kept')];
    default:
      return [];
  }
}

function dataDisk(
  record: NodeRecord,
  { disk, diskUuid }: Pick<ActionOf<'remove_data_disk'>, 'disk' | 'diskUuid'>,
  end: EndedDisk['end'],
): EndedDisk {
  const spec = record.spec.disks.find((each) => each.id === disk);
  const size = record.parts.find((each) => each.diskUuid === diskUuid)?.outputs['virtualSizeBytes'];
  return {
    node: record.name,
    path: spec?.path ?? disk,
    sizeBytes: typeof size === 'number' ? size : (spec?.sizeBytes ?? 0),
    file: homePaths.dataDisk(diskUuid),
    end,
  };
}

function endedRetained(disk: RetainedDisk, end: EndedDisk['end']): EndedDisk {
  return { node: disk.node, path: disk.path, sizeBytes: disk.virtualSizeBytes, file: disk.file, end };
}
