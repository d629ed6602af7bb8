import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeName, Uuid } from '../../../src/core/names.ts';
import type { ActionKind, ActionOf } from '../../../src/core/plan/action.ts';
import type { ProcessSpec, VmSpec } from '../../../src/core/qemu/vm-spec.ts';
import { vmProcess } from '../../../src/core/qemu/vm-process.ts';
import type { Result } from '../../../src/core/result.ts';
import type { ProcessIdentity } from '../../../src/core/state/process-identity.ts';
import type { Running } from '../../../src/core/state/running.ts';
import { createProcesses } from '../../../src/host/processes.ts';
import { createPrograms } from '../../../src/host/run-program.ts';
import type { Hypervisor, VmTarget } from '../../../src/ports/hypervisor.ts';
import { qemuHypervisor } from '../../../src/qemu/hypervisor.ts';
import type { QemuHost } from '../../../src/qemu/qemu-host.ts';
import { sampleVm } from '../../core/qemu/sample-vm.ts';

/** A folder with one node's files and a driver that works on them. */
export interface Bench {
  readonly folder: string;
  readonly host: QemuHost;
  readonly hypervisor: Hypervisor;
  readonly uuid: Uuid;
  readonly target: VmTarget;
  readonly spec: (change?: Partial<VmSpec>) => Promise<ProcessSpec>;
  /** Launches the VM and remembers it for the clean-up. */
  readonly launch: (spec?: ProcessSpec) => Promise<Result<ProcessIdentity>>;
  readonly cleanUp: () => void;
}

const node = 'node-1' as NodeName;

/** A start barrier that a test passes by itself. */
export function passed<K extends ActionKind>(
  action: { readonly kind: K } & { readonly [field: string]: string | number | boolean },
): Running<ActionOf<K>> {
  const stillOwned = () => Promise.resolve({ ok: true, value: undefined });
  const whole = { node, uuid: sampleVm.uuid, disk: 'data', diskUuid: sampleVm.uuid, ...action, stillOwned };
  return whole as unknown as Running<ActionOf<K>>;
}

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failures));
  return result.value;
}

/** An odd path on purpose: every word of it has to arrive. */
export function makeBench(change: Partial<QemuHost> = {}): Bench {
  const folder = mkdtempSync(join(tmpdir(), "pad, d'é-"));
  const host: QemuHost = {
    programs: createPrograms(),
    processes: createProcesses(),
    cache: join(folder, 'cache'),
    searchPath: process.env['PATH'] ?? '',
    platform: 'linux',
    arch: 'amd64',
    powerdownLimitMs: 1_500,
    memoryStillLimitMs: 500,
    ...change,
  };
  const hypervisor = qemuHypervisor(host);
  const uuid = randomUUID() as Uuid;
  const sockets = {
    monitor: join(folder, 's/m'),
    probe: join(folder, 's/p'),
    console: join(folder, 's/c'),
    lock: join(folder, 's/l'),
  };
  const rootDisk = join(folder, 'root.qcow2');
  const pids: number[] = [];
  const spec = async (own: Partial<VmSpec> = {}): Promise<ProcessSpec> => {
    const features = must(await hypervisor.features('amd64'));
    const [type = ''] = features.machines;
    writeFileSync(join(folder, 'seed.img'), Buffer.alloc(1024 * 1024));
    must(await hypervisor.createDisk(passed({ kind: 'create_data_disk' }), { file: rootDisk, sizeBytes: 2 ** 30 }));
    const files = {
      seed: join(folder, 'seed.img'),
      serialLog: join(folder, 'serial.log'),
      qemuLog: join(folder, 'qemu.log'),
    };
    const small = { cpus: 1, maxCpus: 1, memoryBytes: 128 * 1024 * 1024, dataDisks: [] };
    const management = { ...sampleVm.management, sshPort: 20_000 + Math.floor(Math.random() * 40_000) };
    const machine = { ...sampleVm.machine, type };
    return vmProcess(
      { ...sampleVm, ...small, ...files, name: node, uuid, machine, management, rootDisk, sockets, ...own },
      features,
    );
  };
  const launch = async (given?: ProcessSpec): Promise<Result<ProcessIdentity>> => {
    const launched = await hypervisor.launch(passed({ kind: 'start_vm' }), given ?? (await spec()), () =>
      Promise.resolve(true),
    );
    if (launched.ok) pids.push(launched.value.pid);
    return launched;
  };
  const cleanUp = (): void => {
    for (const pid of pids.filter((one) => isStillOurs(one, uuid, host))) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  const target: VmTarget = { uuid, name: node, sockets, process: null, rootDisk };
  return { folder, host, hypervisor, uuid, target, spec, launch, cleanUp };
}

function isStillOurs(pid: number, uuid: string, host: QemuHost): boolean {
  const seen = host.processes.inspect(pid);
  return seen.kind === 'present' && seen.argv.includes(uuid);
}
