import type { NodeSpec } from '../spec/node-spec.ts';
import { askedSpec, seenSpec } from '../state/asked-spec.ts';
import type { NodeRecord } from '../state/document.ts';
import { isStartDue } from '../state/open-resize.ts';
import type { Action } from './action.ts';
import { guestGrowth } from './guest-growth.ts';
import { startActions } from './start-actions.ts';

export interface ResizeFacts {
  readonly vm: 'running' | 'not_running';
  /** Its QEMU is there, if only standing still. */
  readonly launched: boolean;
  /** Stop and start the VM if it runs. */
  readonly restart: boolean;
}

/**
 * Steps from what the node is to what was asked, in a record in which the resize has begun. Each of them looks at what is
 * there first, so that a part which was done before costs a look. Disks come first: what may fail for want of space
 * fails before anything stops.
 */
export function resizeActions(record: NodeRecord, facts: ResizeFacts): readonly Action[] {
  const disks = diskActions(record);
  const start = startActions(record).filter((action) => action.kind !== 'grow_guest_disks');
  const guest = disks.length > 0 ? [guestStep(record)] : guestGrowth(record);
  if (facts.vm === 'running' && facts.restart) return [...disks, stopStep(record), ...start, ...guest];
  if (facts.vm === 'running') return liveActions(record, [...disks, ...vmActions(record), ...guest]);
  // Launched by a command that was interrupted before its guest ran: with what sizes, the steps find out.
  if (facts.launched) return [...disks, ...start, ...vmActions(record), ...guest];
  return isStartDue(record) ? [...disks, ...start, ...guest] : disks;
}

function stopStep({ name: node, uuid }: NodeRecord): Action {
  return { kind: 'stop_vm', node, uuid, force: false };
}

/**
 * Last of all the guest's own marker says what it is now. One that was never set up is waited for first instead: it has
 * to confirm what it gets.
 */
function liveActions({ name: node, uuid, parts }: NodeRecord, changes: readonly Action[]): readonly Action[] {
  const setUp: Action = { kind: 'set_up_guest', node, uuid };
  const isSetUp = parts.some((part) => part.kind === 'guest' && part.state === 'complete');
  return isSetUp ? [...changes, setUp] : [setUp, ...changes];
}

function guestStep({ name: node, uuid }: NodeRecord): Action {
  return { kind: 'grow_guest_disks', node, uuid };
}

/** CPUs and memory that were or are to be changed; a failed try before leaves what was seen apart from both. */
function vmActions(record: NodeRecord): readonly Action[] {
  const { name: node, uuid, spec } = record;
  const asked = askedSpec(record);
  const seen = seenSpec(record);
  const differs = (of: (sizes: NodeSpec) => number): boolean => of(asked) !== of(spec) || of(asked) !== of(seen);
  const { cpus, memoryBytes } = asked;
  return [
    ...(differs((sizes) => sizes.cpus) ? [{ kind: 'plug_cpus', node, uuid, cpus } as const] : []),
    ...(differs((sizes) => sizes.memoryBytes) ? [{ kind: 'set_memory', node, uuid, memoryBytes } as const] : []),
  ];
}

function diskActions(record: NodeRecord): readonly Action[] {
  const { name: node, uuid, spec, parts } = record;
  const asked = askedSpec(record);
  const seen = seenSpec(record);
  const grows = (to: number, sizes: readonly (number | undefined)[]): boolean => sizes.some((size) => size !== to);
  const { rootDiskBytes: sizeBytes } = asked;
  const root: readonly Action[] = grows(sizeBytes, [spec.rootDiskBytes, seen.rootDiskBytes])
    ? [{ kind: 'grow_root_disk', node, uuid, sizeBytes }]
    : [];
  const data = asked.disks.flatMap((disk): readonly Action[] => {
    const sizes = [spec, seen].map((each) => each.disks.find((one) => one.id === disk.id)?.sizeBytes);
    const diskUuid = parts.find((part) => part.disk === disk.id)?.diskUuid;
    if (diskUuid === undefined || diskUuid === null || !grows(disk.sizeBytes, sizes)) return [];
    return [{ kind: 'grow_data_disk', node, uuid, disk: disk.id, diskUuid, sizeBytes: disk.sizeBytes }];
  });
  return [...root, ...data];
}
