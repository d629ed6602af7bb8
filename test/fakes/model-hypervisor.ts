import { fail, ok } from '../../src/core/result.ts';
import type { HostFeatures } from '../../src/core/qemu/host-features.ts';
import type { ImageFacts } from '../../src/core/qemu/image-facts.ts';
import type { Hypervisor } from '../../src/ports/hypervisor.ts';
import { modelGrowth } from './model-growth.ts';
import { modelShares } from './model-shares.ts';
import { modelSnapshots } from './model-snapshots.ts';
import { enact, modelIdentity, type ModelHost } from './model-host.ts';

export const modelFeatures: HostFeatures = {
  emulator: '/usr/bin/qemu-system-x86_64',
  qemuImg: '/usr/bin/qemu-img',
  version: '7.2.22',
  build: 'build',
  machines: ['pc-q35-7.2'],
  accelerators: ['tcg'],
  virtioMem: true,
  nineP: true,
  networkUser: true,
  firmware: null,
  biosTrouble: null,
};

/** The hypervisor of a model host: every promise of the port, no process. */
export function modelHypervisor(host: ModelHost): Hypervisor {
  return {
    ...readingSide(host),
    ...diskSide(host),
    ...vmSide(host),
    ...modelGrowth(host),
    ...modelShares(host),
    ...modelSnapshots(host),
  };
}

function readingSide(
  host: ModelHost,
): Pick<
  Hypervisor,
  | 'features'
  | 'probeAccelerator'
  | 'rememberedAccelerator'
  | 'inspectImage'
  | 'isBlank'
  | 'observe'
  | 'inspectVm'
  | 'ending'
> {
  const report = { accelerator: 'tcg', reason: 'software emulation was asked for' } as const;
  return {
    features: () => Promise.resolve(ok(modelFeatures)),
    probeAccelerator: () => Promise.resolve(ok(report)),
    rememberedAccelerator: () => Promise.resolve(report),
    inspectImage: (file) => Promise.resolve(ok(JSON.parse(host.files.get(file) ?? '{}') as ImageFacts)),
    isBlank: () => Promise.resolve(ok(true)),
    inspectVm: (target) => {
      const { cpus = 1, memoryBytes = 2 ** 28 } = host.vms.get(target.uuid) ?? {};
      return Promise.resolve(ok({ status: 'running', cpus, memoryBytes, stall: null }));
    },
    ending: () => ({ kind: 'unexplained', said: null }),
    observe: (target) => {
      if (host.silent.has(target.uuid)) {
        const detail = 'its monitor does not answer';
        return Promise.resolve({ kind: 'unknown', why: 'probe_unavailable', qmp: 'silent', process: 'ours', detail });
      }
      const vm = host.vms.get(target.uuid);
      if (vm === undefined) {
        const why = target.process === null ? 'never_started' : 'process_gone';
        return Promise.resolve({ kind: 'not_running', why, qmp: 'no_listener', process: 'absent' });
      }
      const paused = vm.state === 'paused';
      return Promise.resolve({ kind: 'running', qmp: 'ours', process: 'ours', paused, pid: vm.identity.pid });
    },
  };
}

function diskSide(host: ModelHost): Pick<Hypervisor, 'createOverlay' | 'createDisk'> {
  const create = (file: string, facts: { readonly sizeBytes: number; readonly base: string | null }) => {
    const failures = enact(host, `create ${file}`);
    if (failures !== null) return Promise.resolve(fail(...failures));
    const image: ImageFacts = {
      format: 'qcow2',
      virtualSizeBytes: facts.sizeBytes,
      actualSizeBytes: 200_000,
      backingFile: facts.base,
      corrupt: false,
      externalDataFile: null,
      snapshots: [],
    };
    host.files.set(file, JSON.stringify(image));
    return Promise.resolve(ok({ virtualSizeBytes: facts.sizeBytes }));
  };
  return {
    createOverlay: (_running, overlay) => create(overlay.file, overlay),
    createDisk: (_running, disk) => create(disk.file, { ...disk, base: null }),
  };
}

function vmSide(host: ModelHost): Pick<Hypervisor, 'launch' | 'discard' | 'cont' | 'forwardPorts' | 'stop'> {
  return {
    launch: (_running, spec) => {
      const failures = enact(host, `launch ${spec.name}`);
      if (failures !== null) return Promise.resolve(fail(...failures));
      if (host.vms.has(spec.uuid)) throw new Error(`a second VM of ${spec.name}`);
      host.nextPid += 1;
      const identity = modelIdentity(host.nextPid);
      host.vms.set(spec.uuid, { identity, state: 'paused', ...sizesOf(spec.argv) });
      return Promise.resolve(ok(identity));
    },
    discard: (_running, target) => Promise.resolve(host.vms.delete(target.uuid)),
    cont: (_running, target) => {
      const failures = enact(host, `cont ${target.name}`);
      if (failures !== null) return Promise.resolve(fail(...failures));
      const vm = host.vms.get(target.uuid);
      if (vm !== undefined) vm.state = 'running';
      return Promise.resolve(ok(undefined));
    },
    forwardPorts: (_running, target) => {
      const failures = enact(host, `forward ${target.name}`);
      return Promise.resolve(failures === null ? ok(undefined) : fail(...failures));
    },
    stop: (_running, target) => {
      const failures = enact(host, `stop ${target.name}`);
      if (failures !== null) return Promise.resolve(fail(...failures));
      const how = host.vms.delete(target.uuid) ? 'powerdown' : 'already_gone';
      return Promise.resolve(ok({ how }));
    },
  };
}

function sizesOf(argv: readonly string[]): { readonly cpus: number; readonly memoryBytes: number } {
  const after = (word: string): string => argv[argv.indexOf(word) + 1] ?? '';
  const number = (text: RegExpExecArray | null): number => Number(text?.[1] ?? 1);
  return {
    cpus: number(/cpus=(\d+)/u.exec(after('-smp'))),
    memoryBytes: number(/size=(\d+)M/u.exec(after('-m'))) * 2 ** 20,
  };
}
