import type { Action, ActionKind } from '../../core/plan/action.ts';
import type { Result } from '../../core/result.ts';
import type { Running } from '../../core/state/running.ts';
import type { NodeContext } from '../node-context.ts';
import type { Facts } from '../step-run.ts';
import type { RecordFacts } from '../with-running.ts';
import { createDataDisk, createRootDisk } from './create-disks.ts';
import { createFirmwareVars } from './create-firmware-vars.ts';
import { createHostKey } from './create-host-key.ts';
import type { Effect } from './effect.ts';
import { deleteSnapshot, restoreDataDisk } from './disk-snapshots.ts';
import { growDataDisk, growRootDisk } from './grow-disks.ts';
import { growGuestDisks } from './grow-guest-disks.ts';
import { plugCpus } from './plug-cpus.ts';
import {
  eraseHome,
  removeDataDisk,
  removeFirmwareVars,
  removeHostKey,
  removeNodeRecord,
  removeOtherLife,
  removeRetainedDisk,
  removeRootDisk,
  removeRuntime,
  removeSeed,
  retainDataDisk,
} from './remove-files.ts';
import { resetDataDisk } from './reset-data-disk.ts';
import { setMemory } from './set-memory.ts';
import { forwardPorts } from './forward-ports.ts';
import { introducePeers } from './introduce-peers.ts';
import { setUpGuest } from './set-up-guest.ts';
import { startShares } from './start-shares.ts';
import { startVm } from './start-vm.ts';
import { stopVm } from './stop-vm.ts';
import { writeNodeRecord } from './write-node-record.ts';
import { writeSeed } from './write-seed.ts';

const effects = {
  write_node_record: writeNodeRecord,
  create_host_key: createHostKey,
  create_root_disk: createRootDisk,
  create_data_disk: createDataDisk,
  write_seed: writeSeed,
  create_firmware_vars: createFirmwareVars,
  start_shares: startShares,
  start_vm: startVm,
  set_up_guest: setUpGuest,
  introduce_peers: introducePeers,
  forward_ports: forwardPorts,
  stop_vm: stopVm,
  plug_cpus: plugCpus,
  set_memory: setMemory,
  grow_root_disk: growRootDisk,
  grow_data_disk: growDataDisk,
  grow_guest_disks: growGuestDisks,
  reset_data_disk: resetDataDisk,
  restore_data_disk: restoreDataDisk,
  delete_snapshot: deleteSnapshot,
  remove_runtime: removeRuntime,
  remove_root_disk: removeRootDisk,
  remove_data_disk: removeDataDisk,
  retain_data_disk: retainDataDisk,
  remove_seed: removeSeed,
  remove_firmware_vars: removeFirmwareVars,
  remove_host_key: removeHostKey,
  remove_node_record: removeNodeRecord,
  remove_other_life: removeOtherLife,
  remove_retained_disk: removeRetainedDisk,
  erase_home: eraseHome,
} satisfies { readonly [K in ActionKind]: Effect<K> };

type AnyEffect = (context: NodeContext, running: Running<Action>, record: RecordFacts) => Promise<Result<Facts>>;

/** Runs the one effect that belongs to this action. */
export function runEffect(context: NodeContext, running: Running<Action>, record: RecordFacts): Promise<Result<Facts>> {
  // The table is closed over the same kinds as the union, so the entry always takes this action's own value.
  const effect = effects[running.kind] as AnyEffect;
  return effect(context, running, record);
}
