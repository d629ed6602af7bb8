import { blockArgv } from './block-argv.ts';
import { machineArgv, memoryDeviceArgv } from './machine-argv.ts';
import type { MachineProfile } from './machine-profile.ts';
import { networkArgv } from './network-argv.ts';
import { shareArgv } from './share-argv.ts';
import { socketArgv } from './socket-argv.ts';
import { shutdownEvent } from './vm-ending.ts';
import type { VmSpec } from './vm-spec.ts';

/**
 * The words after the emulator's name. A pure function of the node: no probing happens here, and the same spec always
 * gives the same words. The VM starts stopped (`-S`), so that it can be identified before it runs an instruction.
 */
export function vmArgv(spec: VmSpec, profile: MachineProfile): readonly string[] {
  const entropy = { 'qom-type': 'rng-builtin', id: 'entropy' };
  return [
    ...['-name', spec.name],
    // On its own, exactly so: the process table is searched for these two words.
    ...['-uuid', spec.uuid],
    ...['-S', '-nodefaults', '-no-user-config', '-display', 'none'],
    // Into its log: who ended a VM is known to QEMU alone, and it is gone by the time that anybody asks.
    ...['-trace', shutdownEvent],
    ...machineArgv(spec, profile),
    ...socketArgv(spec),
    // Devices take PCI slots in this order; what a node can have more of comes last, so that growing moves nothing.
    ...networkArgv(spec),
    ...['-object', JSON.stringify(entropy), '-device', JSON.stringify({ driver: 'virtio-rng-pci', rng: 'entropy' })],
    ...memoryDeviceArgv(spec),
    ...shareArgv(spec),
    ...blockArgv(spec),
  ];
}
