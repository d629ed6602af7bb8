import type { NodeName, Uuid } from '../names.ts';
import type { PortForward } from '../spec/envelope.ts';

/** One mutation on one artifact of one node: what a step does. */
export type Action =
  | NodeAction<'write_node_record'>
  | NodeAction<'create_host_key'>
  | NodeAction<'create_root_disk'>
  | DiskAction<'create_data_disk'>
  | NodeAction<'write_seed'>
  | NodeAction<'create_firmware_vars'>
  /** The servers of its shares, each a process of its own; QEMU finds them listening. */
  | NodeAction<'start_shares'>
  | NodeAction<'start_vm'>
  | NodeAction<'set_up_guest'>
  /** Tells the guest that holds the control role which host keys its peers have by now; `node` is the one that is told. */
  | NodeAction<'introduce_peers'>
  /** The forwards that a running VM is to have, all of them; the one of its ssh is no part of it. */
  | (NodeAction<'forward_ports'> & { readonly ports: readonly PortForward[] })
  | (NodeAction<'stop_vm'> & { readonly force: boolean })
  | (NodeAction<'plug_cpus'> & { readonly cpus: number })
  /** Memory of a running VM, in either direction, but never below what it booted with. */
  | (NodeAction<'set_memory'> & { readonly memoryBytes: number })
  | (NodeAction<'grow_root_disk'> & { readonly sizeBytes: number })
  | (DiskAction<'grow_data_disk'> & { readonly sizeBytes: number })
  /** Partitions and file systems inside, up to the sizes that the disks have by now. */
  | NodeAction<'grow_guest_disks'>
  /** A data disk whose file system the guest has proven to be damaged gets a new one, once its bytes are kept as `snapshot`. */
  | (DiskAction<'reset_data_disk'> & { readonly snapshot: string; readonly proof: string })
  /** Brings back what a snapshot holds, at the size that the disk has; what it holds now is kept as `before`. */
  | (DiskAction<'restore_data_disk'> & {
      readonly snapshot: string;
      readonly before: string;
      readonly sizeBytes: number;
    })
  | (DiskAction<'delete_snapshot'> & { readonly snapshot: string })
  | NodeAction<'remove_runtime'>
  | NodeAction<'remove_root_disk'>
  | DiskAction<'remove_data_disk'>
  | DiskAction<'retain_data_disk'>
  | NodeAction<'remove_seed'>
  | NodeAction<'remove_firmware_vars'>
  | NodeAction<'remove_host_key'>
  | NodeAction<'remove_node_record'>
  /** The folder of a life that is not the node's own: one that was replaced, or that never ran. */
  | NodeAction<'remove_other_life'>
  /** A retained disk that no node holds any more; `node` is the one that had it. */
  | DiskAction<'remove_retained_disk'>
  /** The login key, closed operations and the state itself: the last act of a purge; `node` names no node. */
  | NodeAction<'erase_home'>;

export type ActionKind = Action['kind'];

export type ActionOf<K extends ActionKind> = Extract<Action, { kind: K }>;

interface NodeAction<K extends string> {
  readonly kind: K;
  readonly node: NodeName;
  /** UUID of the VM; a recreated node has another one. */
  readonly uuid: Uuid;
}

interface DiskAction<K extends string> extends NodeAction<K> {
  /** Identity of the disk within its node, see DiskSpec.id. */
  readonly disk: string;
  readonly diskUuid: Uuid;
}
