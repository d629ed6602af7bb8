import type { ActionKind } from '../plan/action.ts';
import type { PartKind, PartState } from './part.ts';

export interface ActedPart {
  /** Null when the action concerns no part of a node. */
  readonly part: PartKind | null;
  readonly effect: 'make' | 'use' | 'change' | 'remove' | 'retain';
  /** Parts that live and die with it: they follow it into `destroyed`, and never go before it. */
  readonly children: readonly PartKind[];
}

function make(part: PartKind): ActedPart {
  return { part, effect: 'make', children: [] };
}

function use(part: PartKind | null): ActedPart {
  return { part, effect: 'use', children: [] };
}

/** Changes something that is whole before, during and after: a failure or a loss takes nothing away. */
function change(part: PartKind): ActedPart {
  return { part, effect: 'change', children: [] };
}

function remove(part: PartKind | null, children: readonly PartKind[] = []): ActedPart {
  return { part, effect: 'remove', children };
}

/** Which part of its node an action works on. The part follows the step of the action. */
export const partOfAction = {
  write_node_record: make('node_record'),
  create_host_key: make('host_key'),
  create_root_disk: make('root_disk'),
  create_data_disk: make('data_disk'),
  write_seed: make('seed'),
  create_firmware_vars: make('firmware_vars'),
  start_shares: make('shares'),
  start_vm: make('vm'),
  set_up_guest: make('guest'),
  // Set up it stays, whether it hears of its peers or not.
  introduce_peers: change('guest'),
  // A VM that could not get a port runs on as it did.
  forward_ports: use(null),
  // A stopped VM is still there: only the removal of what it leaves behind ends it.
  stop_vm: use('vm'),
  plug_cpus: change('vm'),
  set_memory: change('vm'),
  grow_root_disk: change('root_disk'),
  grow_data_disk: change('data_disk'),
  // Not the guest's set-up: that a file system could not grow says nothing about it.
  grow_guest_disks: change('root_disk'),
  reset_data_disk: change('data_disk'),
  // Whatever becomes of it, there is a disk.
  restore_data_disk: change('data_disk'),
  delete_snapshot: change('data_disk'),
  remove_runtime: remove('vm', ['guest', 'shares']),
  remove_root_disk: remove('root_disk'),
  remove_data_disk: remove('data_disk'),
  retain_data_disk: { part: 'data_disk', effect: 'retain', children: [] },
  remove_seed: remove('seed'),
  remove_firmware_vars: remove('firmware_vars'),
  remove_host_key: remove('host_key'),
  remove_node_record: remove('node_record'),
  remove_other_life: remove('node_record'),
  // The part of the node that once had the disk; that record may be gone.
  remove_retained_disk: remove('data_disk'),
  erase_home: remove(null),
} as const satisfies { readonly [K in ActionKind]: ActedPart };

/** State of a part whose step is complete. */
export const stateAfter = {
  make: 'complete',
  use: 'complete',
  change: 'complete',
  remove: 'destroyed',
  retain: 'retained',
} as const satisfies { readonly [E in ActedPart['effect']]: PartState };

/** State of a part whose step failed or was lost. */
export function stateWithout(action: ActionKind, state: 'error' | 'lost'): PartState {
  const { effect }: ActedPart = partOfAction[action];
  return effect === 'change' ? 'complete' : state;
}
