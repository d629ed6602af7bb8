import type { NodeRecord } from '../state/document.ts';
import { isKeptDisk } from '../state/is-kept-disk.ts';
import type { Part } from '../state/part.ts';
import type { Action } from './action.ts';
import { keptDiskGrowth } from './kept-disk-growth.ts';

/** What makes each part, in the order in which a node comes into being: the record first, the guest last. */
const makers = [
  ['node_record', 'write_node_record'],
  ['host_key', 'create_host_key'],
  ['root_disk', 'create_root_disk'],
  ['data_disk', 'create_data_disk'],
  ['seed', 'write_seed'],
  ['firmware_vars', 'create_firmware_vars'],
  ['shares', 'start_shares'],
  ['vm', 'start_vm'],
  ['guest', 'set_up_guest'],
] as const satisfies readonly (readonly [Part['kind'], Action['kind']])[];

/** Parts that are processes: they end with their VM. */
const runs: readonly Part['kind'][] = ['shares', 'vm'];

/** Steps that a creation still lacks, up to a guest that is ready and uses the whole of the disks that it took over. */
export function creationActions(record: NodeRecord, vm: 'running' | 'not_running'): readonly Action[] {
  const making = makingActions(record, vm);
  const starts = making.findIndex((action) => action.kind === 'start_vm');
  const before = starts === -1 ? making.length : starts;
  const growth = keptDiskGrowth(record);
  return [...making.slice(0, before), ...growth.images, ...making.slice(before), ...growth.guest];
}

/** Steps that make what is still to be made: parts that are complete stay, but for a VM that was started and does not run. */
export function makingActions(record: NodeRecord, vm: 'running' | 'not_running'): readonly Action[] {
  return makers.flatMap(([kind, maker]) =>
    record.parts
      // A kept disk is never made, whatever became of a step that worked on it.
      .filter((part) => part.kind === kind && part.outputs['reattached'] !== true)
      .filter((part) => part.state !== 'complete' || (runs.includes(kind) && vm !== 'running'))
      .flatMap((part) => [...rollbackActions(record, part), makingAction(record, maker, part)]),
  );
}

/** What was found under the name of a part that this creation made, and is not that part, goes before it is made anew. */
function rollbackActions(record: NodeRecord, part: Part): readonly Action[] {
  if (part.outputs['rollback'] !== 'due') return [];
  const target = { node: record.name, uuid: record.uuid };
  switch (part.kind) {
    case 'root_disk':
      return [{ kind: 'remove_root_disk', ...target }];
    case 'data_disk':
      return [{ kind: 'remove_data_disk', ...target, ...diskOf(part) }];
    case 'host_key':
      return [{ kind: 'remove_host_key', ...target }];
    default:
      // The others are written whole over whatever file is there.
      return [];
  }
}

function makingAction(record: NodeRecord, kind: (typeof makers)[number][1], part: Part): Action {
  const target = { node: record.name, uuid: record.uuid };
  return kind === 'create_data_disk' ? { kind, ...target, ...diskOf(part) } : { kind, ...target };
}

/**
 * Steps that end a node: the VM first, so that nothing is deleted under it; its record last, so that a crash leaves a
 * node that is still known. Only parts proven gone are skipped; one that failed or was lost may well exist.
 */
export function destructionActions(
  record: NodeRecord,
  grant: { readonly force: boolean; readonly deletePersistent: boolean },
): readonly Action[] {
  const target = { node: record.name, uuid: record.uuid };
  const left = (kind: Part['kind']): readonly Part[] =>
    record.parts.filter((part) => part.kind === kind && part.state !== 'destroyed' && part.state !== 'retained');
  return [
    ...left('vm').map((): Action => ({ kind: 'stop_vm', ...target, force: grant.force })),
    { kind: 'remove_runtime', ...target },
    ...left('root_disk').map((): Action => ({ kind: 'remove_root_disk', ...target })),
    ...left('data_disk').map((part): Action => ({ kind: diskEnd(record, part, grant), ...target, ...diskOf(part) })),
    ...left('seed').map((): Action => ({ kind: 'remove_seed', ...target })),
    ...left('firmware_vars').map((): Action => ({ kind: 'remove_firmware_vars', ...target })),
    ...left('host_key').map((): Action => ({ kind: 'remove_host_key', ...target })),
    { kind: 'remove_node_record', ...target },
  ];
}

function diskEnd(
  record: NodeRecord,
  part: Part,
  { deletePersistent }: { readonly deletePersistent: boolean },
): 'remove_data_disk' | 'retain_data_disk' {
  // Never past its start barrier: there are no bytes to keep, and the removal proves it.
  if (deletePersistent || part.state === 'pending' || part.state === 'claimed') return 'remove_data_disk';
  const spec = record.spec.disks.find((disk) => disk.id === part.disk);
  // A disk that the spec does not know is kept: that it may go was never agreed.
  return spec === undefined || isKeptDisk(record, part.disk) ? 'retain_data_disk' : 'remove_data_disk';
}

/** True when the record says that the VM was stopped or removed, which a start since then would have undone. */
export function recordedStopped(record: NodeRecord): boolean {
  const vm = record.parts.find((part) => part.kind === 'vm');
  return vm === undefined || vm.state === 'destroyed' || (vm.state === 'complete' && vm.outputs['power'] === 'stopped');
}

function diskOf({ disk, diskUuid }: Part): { readonly disk: string; readonly diskUuid: NonNullable<Part['diskUuid']> } {
  if (disk === null || diskUuid === null) throw new Error('a data disk without an identity');
  return { disk, diskUuid };
}
