import { createHash } from 'node:crypto';
import type { Uuid } from '../../../src/core/names.ts';
import type { VmSpec } from '../../../src/core/qemu/vm-spec.ts';

export const sampleUuid = '8f14e45f-ceea-467f-a8d5-0123456789ab' as Uuid;

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** A small amd64 node with one data disk; tests change what they are about. */
export const sampleVm: VmSpec = {
  name: 'node-1',
  uuid: sampleUuid,
  machine: {
    type: 'pc-q35-7.2',
    arch: 'amd64',
    firmware: 'bios',
    accelerator: 'tcg',
    acceleratorReason: 'software emulation',
  },
  cpus: 2,
  maxCpus: 4,
  memoryBytes: 1024 * 1024 * 1024,
  hotplugMemoryBytes: 0,
  rootDisk: '/lab/nodes/node-1-8f14e45f/root.qcow2',
  dataDisks: [{ file: '/lab/disks/d1.qcow2', serial: 'data' }],
  shares: [],
  seed: '/lab/nodes/node-1-8f14e45f/seed.img',
  firmware: null,
  management: { mac: '52:54:aa:bb:cc:0b', sshPort: 40122, forwards: [] },
  privateNetwork: { mac: '52:54:aa:bb:cd:0b', multicast: '239.192.7.8', port: 31000 },
  serialLog: '/lab/nodes/node-1-8f14e45f/serial.log',
  qemuLog: '/lab/nodes/node-1-8f14e45f/qemu.log',
  sockets: {
    monitor: '/run/p/8f14e45f/m',
    probe: '/run/p/8f14e45f/p',
    console: '/run/p/8f14e45f/c',
    lock: '/run/p/8f14e45f/l',
  },
};
