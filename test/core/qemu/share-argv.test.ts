import { expect, it } from 'vitest';
import { machineProfiles } from '../../../src/core/qemu/machine-profiles.ts';
import { vmArgv } from '../../../src/core/qemu/vm-argv.ts';
import { shareSocket, shareTag } from '../../../src/core/share/share-socket.ts';
import { sampleVm } from './sample-vm.ts';

const shares = [{ way: 'virtiofs', tag: shareTag(0), socket: '/run/p/a,b.fs0' }] as const;

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

it('lets QEMU itself serve a folder over 9p, which needs none of the memory', () => {
  const served = [
    { way: '9p', tag: shareTag(0), source: '/srv/a,b', readonly: true },
    { way: '9p', tag: shareTag(1), source: '/srv/c', readonly: false },
  ] as const;
  const words = vmArgv({ ...sampleVm, shares: served, hotplugMemoryBytes: 2 ** 30 }, machineProfiles.amd64);
  const common = 'security_model=none,multidevs=remap';
  expect(words).toContain(`local,id=share0,path=/srv/a,,b,${common},readonly=on`);
  expect(words).toContain(`local,id=share1,path=/srv/c,${common},readonly=off`);
  expect(words).toContain(
    '{"driver":"virtio-9p-pci","id":"device-share0","fsdev":"share0","mount_tag":"paddock-share-0"}',
  );
  expect(words.join(' ')).not.toContain('memfd');
});

it('changes nothing for a node without shares', () => {
  const words = vmArgv({ ...sampleVm, hotplugMemoryBytes: 2 ** 30 }, machineProfiles.amd64).join(' ');
  expect(words).not.toContain('memfd');
  expect(words).not.toContain('memory-backend=');
});

it('has sockets beside those of the VM', () => {
  expect(shareSocket({ monitor: '/run/p/8f14e45f.qmp' }, 3)).toBe('/run/p/8f14e45f.fs3');
});
