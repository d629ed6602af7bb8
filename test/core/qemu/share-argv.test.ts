import { expect, it } from 'vitest';
import { machineProfiles } from '../../../src/core/qemu/machine-profiles.ts';
import { vmArgv } from '../../../src/core/qemu/vm-argv.ts';
import { shareSocket, shareTag } from '../../../src/core/share/share-socket.ts';
import { sampleVm } from './sample-vm.ts';

const shares = [{ tag: shareTag(0), socket: '/run/p/a,b.fs0' }];

it('gives each share a device, and all memory of the guest to its server, what is plugged in later too', () => {
  const words = vmArgv({ ...sampleVm, shares, hotplugMemoryBytes: 2 ** 30 }, machineProfiles.amd64);
  expect(words).toContain('socket,id=share0,path=/run/p/a,,b.fs0');
  expect(words).toContain(
    '{"driver":"vhost-user-fs-pci","id":"device-share0","chardev":"share0","tag":"paddock-share-0"}',
  );
  const memory = words.filter((word) => word.includes('memory-backend-')).map((word) => JSON.parse(word) as object);
  expect(memory).toEqual([
    { 'qom-type': 'memory-backend-memfd', id: 'ram', size: 2 ** 30, share: true },
    { 'qom-type': 'memory-backend-memfd', id: 'growth', size: 2 ** 30, share: true, reserve: false },
  ]);
  expect(words[words.indexOf('-machine') + 1]).toMatch(/,memory-backend=ram$/u);
});

it('changes nothing for a node without shares', () => {
  const words = vmArgv({ ...sampleVm, hotplugMemoryBytes: 2 ** 30 }, machineProfiles.amd64).join(' ');
  expect(words).not.toContain('memfd');
  expect(words).not.toContain('memory-backend=');
});

it('has sockets beside those of the VM', () => {
  expect(shareSocket({ monitor: '/run/p/8f14e45f.qmp' }, 3)).toBe('/run/p/8f14e45f.fs3');
});
