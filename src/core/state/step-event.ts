import type { Instant, Uuid } from '../names.ts';
import type { ActionKind } from '../plan/action.ts';
import type { RecordedEvent } from './document.ts';
import type { StepRecord } from './operation.ts';
import type { StepError } from './part.ts';

/** Text of the event with which each life of a node begins. */
export const creationBegan = 'creation began';

/** What a person wants to read later; the steps in between stand in the operation on file. */
const milestones = {
  write_node_record: creationBegan,
  create_host_key: null,
  create_root_disk: null,
  create_data_disk: 'data disk made',
  write_seed: null,
  create_firmware_vars: null,
  start_shares: null,
  start_vm: 'VM started',
  set_up_guest: 'guest ready',
  // Says itself whether it came about.
  introduce_peers: null,
  forward_ports: 'ports forwarded',
  stop_vm: 'VM stopped',
  plug_cpus: 'CPUs added',
  set_memory: 'memory changed',
  grow_root_disk: 'root disk grown',
  grow_data_disk: 'data disk grown',
  grow_guest_disks: 'file systems grown',
  // Says itself what came of it.
  reset_data_disk: null,
  restore_data_disk: 'data disk restored from a snapshot',
  delete_snapshot: 'snapshot of a data disk deleted',
  remove_runtime: null,
  remove_root_disk: 'root disk deleted',
  remove_data_disk: 'data disk deleted',
  retain_data_disk: 'data disk kept',
  remove_seed: null,
  remove_firmware_vars: null,
  remove_host_key: null,
  remove_node_record: 'destroyed',
  remove_other_life: null,
  remove_retained_disk: 'kept data disk deleted',
  erase_home: null,
} as const satisfies { readonly [K in ActionKind]: string | null };

/** The event of a step that ended; null for one that nobody looks for. Every error is an event. */
export function stepEvent(
  step: StepRecord,
  end: { readonly operationId: Uuid; readonly at: Instant; readonly error: StepError | null },
): RecordedEvent | null {
  const { action } = step;
  const milestone = milestones[action.kind];
  if (action.kind === 'erase_home' || (end.error === null && milestone === null)) return null;
  const what = 'disk' in action ? ` (${action.disk})` : '';
  const kind = end.error === null ? 'step.complete' : 'step.error';
  return {
    key: `${end.operationId}/${step.id}/${kind}`,
    at: end.at,
    kind,
    node: action.node,
    operationId: end.operationId,
    text: end.error === null ? `${String(milestone)}${what}` : `${action.kind}${what} failed: ${end.error.message}`,
  };
}
