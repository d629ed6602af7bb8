import type { ActionKind } from '../core/plan/action.ts';

/** What a step is doing, as the end of "node-1: ". */
export const actionWords = {
  write_node_record: 'writing its record',
  create_host_key: 'making its ssh host key',
  create_root_disk: 'creating the root disk',
  create_data_disk: 'creating a data disk',
  write_seed: 'writing the seed volume',
  create_firmware_vars: 'copying the firmware variables',
  start_vm: 'starting QEMU',
  set_up_guest: 'waiting for the guest',
  stop_vm: 'stopping the VM',
  plug_cpus: 'adding CPUs',
  set_memory: 'changing its memory',
  grow_root_disk: 'growing the root disk',
  grow_data_disk: 'growing a data disk',
  grow_guest_disks: 'growing file systems in the guest',
  remove_runtime: 'removing sockets and logs',
  remove_root_disk: 'deleting the root disk',
  remove_data_disk: 'deleting a data disk',
  retain_data_disk: 'keeping a persistent disk',
  remove_seed: 'deleting the seed volume',
  remove_firmware_vars: 'deleting the firmware variables',
  remove_host_key: 'deleting its ssh host key',
  remove_node_record: 'deleting its folder',
  remove_retained_disk: 'deleting a kept disk',
  erase_home: 'deleting keys and state',
} as const satisfies Record<ActionKind, string>;
