import { expect, test } from 'vitest';
import {
  acceleratorProbes,
  type ProbeEnding,
  probeArgv,
  probeProblem,
} from '../../../src/core/qemu/accelerator-probe.ts';
import { machineProfiles } from '../../../src/core/qemu/machine-profiles.ts';

const amd64 = {
  probe: acceleratorProbes.amd64,
  profile: machineProfiles.amd64,
  accelerator: 'kvm',
  machine: 'pc-q35-7.2',
  image: '/cache/a b,c/probe.bin',
} as const;

test('an amd64 probe has the machine and the CPU of a VM, word for word', () => {
  expect(probeArgv(amd64)).toEqual([
    '-nodefaults',
    '-no-user-config',
    '-display',
    'none',
    '-machine',
    'pc-q35-7.2,vmport=off',
    '-accel',
    'kvm',
    '-cpu',
    'host',
    '-m',
    'size=64M',
    '-bios',
    '/cache/a b,c/probe.bin',
    '-device',
    'isa-debug-exit,iobase=0xf4,iosize=0x04',
    '-no-reboot',
  ]);
});

test('an arm64 probe may reboot: a reset must not look like the power-off that means success', () => {
  const run = {
    ...amd64,
    probe: acceleratorProbes.arm64,
    profile: machineProfiles.arm64,
    machine: 'virt-7.2',
  } as const;
  expect(probeArgv(run)).not.toContain('-no-reboot');
  expect(run.probe.successStatus).toBe(0);
});

const ended: ProbeEnding = { exitStatus: 85, signal: null, timedOut: false, stderr: '' };

test.each<[string, Partial<ProbeEnding>, string | null]>([
  ['the status of the guest', {}, null],
  ['warnings do not matter then', { stderr: 'warning: x' }, null],
  [
    'killed at the limit',
    { exitStatus: null, timedOut: true },
    '/dev/kvm opens, but a guest in protected mode never finished within 3 s',
  ],
  [
    'a reset after a triple fault',
    { exitStatus: 0 },
    '/dev/kvm opens, but a guest in protected mode ended QEMU with status 0',
  ],
  ['QEMU says why', { exitStatus: 1, stderr: 'one\nfailed to initialize kvm' }, 'failed to initialize kvm'],
  [
    'an abort',
    { exitStatus: null, signal: 'SIGABRT' },
    '/dev/kvm opens, but a guest in protected mode ended QEMU with SIGABRT',
  ],
])('%s', (_, ending, problem) => {
  expect(probeProblem({ ...ended, ...ending }, amd64, 3000)).toBe(problem);
});

test('the bytes of both probes lie inside their images', () => {
  for (const { at, hex, imageBytes } of Object.values(acceleratorProbes)) {
    expect(hex).toMatch(/^([0-9a-f]{2})+$/);
    expect(at + hex.length / 2).toBeLessThanOrEqual(imageBytes);
    expect(imageBytes % 65_536).toBe(0);
  }
});
