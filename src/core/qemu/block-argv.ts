import { rootSerial, seedSerial } from './disk-serial.ts';
import type { VmSpec } from './vm-spec.ts';

interface Qcow2Disk {
  readonly id: string;
  readonly file: string;
  readonly serial: string;
  /** Place in the boot order; null for a disk that is never booted from. */
  readonly bootIndex: number | null;
}

/** `-blockdev` and `-device` words for the root, the seed and the data disks, in the order in which a guest meets them. */
export function blockArgv(spec: VmSpec): readonly string[] {
  const root: Qcow2Disk = { id: 'root', file: spec.rootDisk, serial: rootSerial, bootIndex: 1 };
  const data = spec.dataDisks.map(
    (disk, index): Qcow2Disk => ({ id: `data${String(index)}`, file: disk.file, serial: disk.serial, bootIndex: null }),
  );
  return [...qcow2Argv(root), ...seedArgv(spec.seed), ...data.flatMap(qcow2Argv)];
}

function qcow2Argv(disk: Qcow2Disk): readonly string[] {
  // locking=on refuses a second VM on the same disk, whatever the record says; `auto` would go on without a lock.
  const file = { driver: 'file', filename: disk.file, locking: 'on', discard: 'unmap' };
  const blockdev = { driver: 'qcow2', 'node-name': disk.id, discard: 'unmap', file };
  const boot = disk.bootIndex === null ? {} : { bootindex: disk.bootIndex };
  const device = { driver: 'virtio-blk-pci', id: `disk-${disk.id}`, drive: disk.id, serial: disk.serial, ...boot };
  return ['-blockdev', JSON.stringify(blockdev), '-device', JSON.stringify(device)];
}

function seedArgv(filename: string): readonly string[] {
  const file = { driver: 'file', filename, 'read-only': true };
  const blockdev = { driver: 'raw', 'node-name': 'seed', 'read-only': true, file };
  const device = { driver: 'virtio-blk-pci', id: 'disk-seed', drive: 'seed', serial: seedSerial };
  return ['-blockdev', JSON.stringify(blockdev), '-device', JSON.stringify(device)];
}
