import { expect, test } from 'vitest';
import { machineProfiles } from '../../../src/core/qemu/machine-profiles.ts';
import { vmArgv } from '../../../src/core/qemu/vm-argv.ts';
import { vmProcess } from '../../../src/core/qemu/vm-process.ts';
import type { VmSpec } from '../../../src/core/qemu/vm-spec.ts';
import { sampleVm } from './sample-vm.ts';

/** One line per option, as a person would write it. */
function lines(argv: readonly string[]): readonly string[] {
  return argv.reduce<string[]>((all, word) => {
    const last = all.at(-1);
    if (word.startsWith('-') || last === undefined) return [...all, word];
    return [...all.slice(0, -1), `${last} ${word}`];
  }, []);
}

test('an amd64 node without firmware, word for word', () => {
  expect(lines(vmArgv(sampleVm, machineProfiles.amd64))).toEqual([
    '-name node-1',
    '-uuid 8f14e45f-ceea-467f-a8d5-0123456789ab',
    '-S',
    '-nodefaults',
    '-no-user-config',
    '-display none',
    '-trace qemu_system_shutdown_request',
    '-machine pc-q35-7.2,vmport=off',
    '-accel tcg',
    '-cpu max,la57=off',
    '-smp cpus=2,maxcpus=4,sockets=1,cores=4,threads=1',
    '-m size=1024M',
    '-pidfile /run/p/8f14e45f/l',
    '-chardev socket,id=monitor,path=/run/p/8f14e45f/m,server=on,wait=off',
    '-mon chardev=monitor,mode=control',
    '-chardev socket,id=probe,path=/run/p/8f14e45f/p,server=on,wait=off',
    '-mon chardev=probe,mode=control',
    '-chardev socket,id=console,path=/run/p/8f14e45f/c,server=on,wait=off,logfile=/lab/nodes/node-1-8f14e45f/serial.log,logappend=on',
    '-serial chardev:console',
    '-netdev {"type":"user","id":"management","hostfwd":[{"str":"tcp:127.0.0.1:40122-:22"}]}',
    '-device {"driver":"virtio-net-pci","id":"nic-management","netdev":"management","mac":"52:54:aa:bb:cc:0b","romfile":""}',
    '-netdev {"type":"socket","id":"private","mcast":"239.192.7.8:31000","localaddr":"127.0.0.1"}',
    '-device {"driver":"virtio-net-pci","id":"nic-private","netdev":"private","mac":"52:54:aa:bb:cd:0b","romfile":""}',
    '-object {"qom-type":"rng-builtin","id":"entropy"}',
    '-device {"driver":"virtio-rng-pci","rng":"entropy"}',
    '-blockdev {"driver":"qcow2","node-name":"root","discard":"unmap","file":{"driver":"file","filename":"/lab/nodes/node-1-8f14e45f/root.qcow2","locking":"on","discard":"unmap"}}',
    '-device {"driver":"virtio-blk-pci","id":"disk-root","drive":"root","serial":"paddock_root","bootindex":1}',
    '-blockdev {"driver":"raw","node-name":"seed","read-only":true,"file":{"driver":"file","filename":"/lab/nodes/node-1-8f14e45f/seed.img","read-only":true}}',
    '-device {"driver":"virtio-blk-pci","id":"disk-seed","drive":"seed","serial":"paddock_seed"}',
    '-blockdev {"driver":"qcow2","node-name":"data0","discard":"unmap","file":{"driver":"file","filename":"/lab/disks/d1.qcow2","locking":"on","discard":"unmap"}}',
    '-device {"driver":"virtio-blk-pci","id":"disk-data0","drive":"data0","serial":"data"}',
  ]);
});

const arm64Vm: VmSpec = {
  ...sampleVm,
  machine: { ...sampleVm.machine, type: 'virt-7.2', arch: 'arm64', firmware: 'uefi' },
  maxCpus: 2,
  hotplugMemoryBytes: 2 * 1024 * 1024 * 1024,
  dataDisks: [],
  firmware: { code: '/usr/share/AAVMF/AAVMF_CODE.fd', vars: '/lab/nodes/node-1-8f14e45f/firmware-vars' },
};

test('an arm64 node with AAVMF and room for memory, word for word', () => {
  expect(lines(vmArgv(arm64Vm, machineProfiles.arm64))).toEqual([
    '-name node-1',
    '-uuid 8f14e45f-ceea-467f-a8d5-0123456789ab',
    '-S',
    '-nodefaults',
    '-no-user-config',
    '-display none',
    '-trace qemu_system_shutdown_request',
    '-blockdev {"driver":"raw","node-name":"firmware-code","read-only":true,"file":{"driver":"file","filename":"/usr/share/AAVMF/AAVMF_CODE.fd","read-only":true}}',
    '-blockdev {"driver":"raw","node-name":"firmware-vars","file":{"driver":"file","filename":"/lab/nodes/node-1-8f14e45f/firmware-vars","locking":"on"}}',
    '-machine virt-7.2,gic-version=max,pflash0=firmware-code,pflash1=firmware-vars',
    '-accel tcg',
    '-cpu max,pauth-impdef=on',
    '-smp cpus=2,maxcpus=2,sockets=1,cores=2,threads=1',
    '-m size=1024M,maxmem=3072M',
    '-object {"qom-type":"memory-backend-ram","id":"growth","size":2147483648,"reserve":false}',
    '-pidfile /run/p/8f14e45f/l',
    '-chardev socket,id=monitor,path=/run/p/8f14e45f/m,server=on,wait=off',
    '-mon chardev=monitor,mode=control',
    '-chardev socket,id=probe,path=/run/p/8f14e45f/p,server=on,wait=off',
    '-mon chardev=probe,mode=control',
    '-chardev socket,id=console,path=/run/p/8f14e45f/c,server=on,wait=off,logfile=/lab/nodes/node-1-8f14e45f/serial.log,logappend=on',
    '-serial chardev:console',
    '-netdev {"type":"user","id":"management","hostfwd":[{"str":"tcp:127.0.0.1:40122-:22"}]}',
    '-device {"driver":"virtio-net-pci","id":"nic-management","netdev":"management","mac":"52:54:aa:bb:cc:0b","romfile":""}',
    '-netdev {"type":"socket","id":"private","mcast":"239.192.7.8:31000","localaddr":"127.0.0.1"}',
    '-device {"driver":"virtio-net-pci","id":"nic-private","netdev":"private","mac":"52:54:aa:bb:cd:0b","romfile":""}',
    '-object {"qom-type":"rng-builtin","id":"entropy"}',
    '-device {"driver":"virtio-rng-pci","rng":"entropy"}',
    '-device {"driver":"virtio-mem-pci","id":"memory","memdev":"growth","requested-size":0}',
    '-blockdev {"driver":"qcow2","node-name":"root","discard":"unmap","file":{"driver":"file","filename":"/lab/nodes/node-1-8f14e45f/root.qcow2","locking":"on","discard":"unmap"}}',
    '-device {"driver":"virtio-blk-pci","id":"disk-root","drive":"root","serial":"paddock_root","bootindex":1}',
    '-blockdev {"driver":"raw","node-name":"seed","read-only":true,"file":{"driver":"file","filename":"/lab/nodes/node-1-8f14e45f/seed.img","read-only":true}}',
    '-device {"driver":"virtio-blk-pci","id":"disk-seed","drive":"seed","serial":"paddock_seed"}',
  ]);
});

test.each([
  ['kvm', 'amd64', '-cpu host', '-machine pc-q35-7.2,vmport=off'],
  ['hvf', 'arm64', '-cpu host', '-machine virt-7.2,highmem=on,pflash0=firmware-code,pflash1=firmware-vars'],
] as const)('%s on %s takes the CPU and the machine options of its profile', (...row) => {
  const [accelerator, arch, cpu, machine] = row;
  const vm = arch === 'amd64' ? sampleVm : arm64Vm;
  const argv = lines(vmArgv({ ...vm, machine: { ...vm.machine, accelerator } }, machineProfiles[arch]));
  expect(argv).toContain(`-accel ${accelerator}`);
  expect(argv).toContain(cpu);
  expect(argv).toContain(machine);
});

test('a path with a comma, a space, quotes and other letters arrives as it is everywhere', () => {
  const odd = '/home/a,b c"d\'é/日本';
  const vm: VmSpec = {
    ...sampleVm,
    rootDisk: `${odd}/root.qcow2`,
    seed: `${odd}/seed.img`,
    dataDisks: [{ file: `${odd}/d.qcow2`, serial: 'data' }],
    serialLog: `${odd}/serial.log`,
    sockets: { monitor: `${odd}/m`, probe: `${odd}/p`, console: `${odd}/c`, lock: `${odd}/l` },
    firmware: { code: `${odd}/code`, vars: `${odd}/vars` },
  };
  const argv = vmArgv(vm, machineProfiles.amd64);
  const filenames = argv
    .filter((word) => word.startsWith('{') && word.includes('"filename"'))
    .map((word) => (JSON.parse(word) as { file: { filename: string } }).file.filename);
  expect(filenames).toEqual(['code', 'vars', 'root.qcow2', 'seed.img', 'd.qcow2'].map((name) => `${odd}/${name}`));
  const doubled = odd.replace(',', ',,');
  expect(argv).toContain(`socket,id=probe,path=${doubled}/p,server=on,wait=off`);
  expect(argv).toContain(
    `socket,id=console,path=${doubled}/c,server=on,wait=off,logfile=${doubled}/serial.log,logappend=on`,
  );
});

test('forwards follow the ssh port', () => {
  const forwards = [{ hostAddress: '127.0.0.1', hostPort: 8080, guestPort: 80 }];
  const vm: VmSpec = { ...sampleVm, management: { ...sampleVm.management, forwards } };
  const [netdev] = vmArgv(vm, machineProfiles.amd64).filter((word) => word.includes('hostfwd'));
  expect(JSON.parse(netdev ?? '{}')).toMatchObject({
    hostfwd: [{ str: 'tcp:127.0.0.1:40122-:22' }, { str: 'tcp:127.0.0.1:8080-:80' }],
  });
});

test('the process is the found emulator with the words of the profile', () => {
  const process = vmProcess(sampleVm, { emulator: '/opt/q/qemu-system-x86_64' });
  expect(process.executable).toBe('/opt/q/qemu-system-x86_64');
  expect(process.argv).toEqual(vmArgv(sampleVm, machineProfiles.amd64));
  expect(process.logFile).toBe(sampleVm.qemuLog);
});
