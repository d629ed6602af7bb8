import type { MachineProfile } from './machine-profile.ts';
import type { VmSpec } from './vm-spec.ts';

const mib = 1024 * 1024;

/** Machine, accelerator, CPUs, memory and firmware. */
export function machineArgv(spec: VmSpec, profile: MachineProfile): readonly string[] {
  const { accelerator, type } = spec.machine;
  const pflash = spec.firmware === null ? '' : ',pflash0=firmware-code,pflash1=firmware-vars';
  const sharedMemory = isShared(spec) ? ',memory-backend=ram' : '';
  return [
    ...firmwareArgv(spec.firmware),
    ...['-machine', `${type},${profile.machineOptions[accelerator]}${pflash}${sharedMemory}`],
    ...['-accel', accelerator],
    ...['-cpu', profile.cpuModels[accelerator]],
    ...['-smp', smp(spec)],
    ...memoryArgv(spec),
  ];
}

function smp(spec: VmSpec): string {
  const max = String(spec.maxCpus);
  // One socket with a core for each possible CPU: device_add then only counts core-id.
  return `cpus=${String(spec.cpus)},maxcpus=${max},sockets=1,cores=${max},threads=1`;
}

function memoryArgv(spec: VmSpec): readonly string[] {
  const boot = `size=${String(spec.memoryBytes / mib)}M`;
  const ram = isShared(spec) ? ['-object', JSON.stringify(backend(spec, { id: 'ram', size: spec.memoryBytes }))] : [];
  if (spec.hotplugMemoryBytes === 0) return [...ram, '-m', boot];
  const most = `maxmem=${String((spec.memoryBytes + spec.hotplugMemoryBytes) / mib)}M`;
  // reserve=false: the room is the host's whole memory, and only what the guest is given may count.
  const growth = { ...backend(spec, { id: 'growth', size: spec.hotplugMemoryBytes }), reserve: false };
  return [...ram, '-m', `${boot},${most}`, '-object', JSON.stringify(growth)];
}

/** The servers of shares read and write the guest's memory, all of it; QEMU itself needs no leave. */
function isShared({ shares }: VmSpec): boolean {
  return shares.some(({ way }) => way === 'virtiofs');
}

function backend(spec: VmSpec, memory: { readonly id: string; readonly size: number }) {
  return isShared(spec)
    ? { 'qom-type': 'memory-backend-memfd', ...memory, share: true }
    : { 'qom-type': 'memory-backend-ram', ...memory };
}

/** The virtio-mem device, which needs its place after the devices whose slots must not move. */
export function memoryDeviceArgv(spec: VmSpec): readonly string[] {
  if (spec.hotplugMemoryBytes === 0) return [];
  return ['-device', JSON.stringify({ driver: 'virtio-mem-pci', id: 'memory', memdev: 'growth', 'requested-size': 0 })];
}

function firmwareArgv(firmware: VmSpec['firmware']): readonly string[] {
  if (firmware === null) return [];
  const code = {
    driver: 'raw',
    'node-name': 'firmware-code',
    'read-only': true,
    file: { driver: 'file', filename: firmware.code, 'read-only': true },
  };
  const vars = {
    driver: 'raw',
    'node-name': 'firmware-vars',
    file: { driver: 'file', filename: firmware.vars, locking: 'on' },
  };
  return ['-blockdev', JSON.stringify(code), '-blockdev', JSON.stringify(vars)];
}
