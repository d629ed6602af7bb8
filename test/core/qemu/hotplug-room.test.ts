import { expect, test } from 'vitest';
import { hotplugRoom, type RoomRequest } from '../../../src/core/qemu/hotplug-room.ts';
import { machineProfiles } from '../../../src/core/qemu/machine-profiles.ts';

const mib = 1024 * 1024;

const request: RoomRequest = {
  cpus: 2,
  memoryBytes: 1024 * mib,
  hostCpus: 8,
  hostMemoryBytes: 16_385 * mib,
  features: { virtioMem: true },
  profile: machineProfiles.amd64,
};

test.each<[string, Partial<RoomRequest>, { maxCpus: number; hotplugMemoryBytes: number }]>([
  ['up to what the host has, in blocks of 2 MiB', {}, { maxCpus: 8, hotplugMemoryBytes: 15_360 * mib }],
  ['never fewer CPUs than asked for', { cpus: 12 }, { maxCpus: 12, hotplugMemoryBytes: 15_360 * mib }],
  ['never more CPUs than the machine has', { hostCpus: 400 }, { maxCpus: 255, hotplugMemoryBytes: 15_360 * mib }],
  ['no memory device below 512 MiB', { memoryBytes: 510 * mib }, { maxCpus: 8, hotplugMemoryBytes: 0 }],
  ['one from 512 MiB', { memoryBytes: 512 * mib }, { maxCpus: 8, hotplugMemoryBytes: 15_872 * mib }],
  ['a few more than a small host has', { hostCpus: 2 }, { maxCpus: 4, hotplugMemoryBytes: 15_360 * mib }],
  ['none without the feature', { features: { virtioMem: false } }, { maxCpus: 8, hotplugMemoryBytes: 0 }],
  ['none on a smaller host', { hostMemoryBytes: 512 * mib }, { maxCpus: 8, hotplugMemoryBytes: 0 }],
  ['arm64 adds no CPUs', { profile: machineProfiles.arm64 }, { maxCpus: 2, hotplugMemoryBytes: 15_360 * mib }],
])('%s', (_, change, room) => {
  expect(hotplugRoom({ ...request, ...change })).toEqual(room);
});
