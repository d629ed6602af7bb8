import type { HostFeatures } from './host-features.ts';
import type { MachineProfile } from './machine-profile.ts';

const mib = 1024 * 1024;
/** virtio-mem grows and shrinks in blocks of this size. */
const blockBytes = 2 * mib;
/** A guest on a small host may still grow to this many CPUs while it runs: they take turns, as its neighbours' do. */
const leastRoomCpus = 4;
/** Guests below this do not boot with a virtio-mem device (seen with Debian kernels). */
const smallestGuestBytes = 512 * mib;

export interface RoomRequest {
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly hostCpus: number;
  readonly hostMemoryBytes: number;
  readonly features: Pick<HostFeatures, 'virtioMem'>;
  readonly profile: MachineProfile;
}

export interface HotplugRoom {
  readonly maxCpus: number;
  readonly hotplugMemoryBytes: number;
}

/** How far a VM can grow without a restart: up to what the host has or a few CPUs, and never less than what was asked for. */
export function hotplugRoom(request: RoomRequest): HotplugRoom {
  const { profile } = request;
  const roomyCpus = Math.min(profile.maxCpus, Math.max(request.hostCpus, leastRoomCpus));
  const maxCpus = profile.cpuHotplug ? Math.max(request.cpus, roomyCpus) : request.cpus;
  const canGrow = profile.memoryHotplug && request.features.virtioMem && request.memoryBytes >= smallestGuestBytes;
  const beyond = canGrow ? Math.max(0, request.hostMemoryBytes - request.memoryBytes) : 0;
  return { maxCpus, hotplugMemoryBytes: beyond - (beyond % blockBytes) };
}
