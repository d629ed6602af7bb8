import type { Uuid } from '../../src/core/names.ts';
import type { Failure } from '../../src/core/failure.ts';
import type { ProcessIdentity } from '../../src/core/state/process-identity.ts';

export interface ModelVm {
  readonly identity: ProcessIdentity;
  state: 'paused' | 'running';
  cpus: number;
  memoryBytes: number;
}

/** What would exist on a host: files and VMs, as plain values that a test can read and change. */
export interface ModelHost {
  /** Absolute path → what it is. */
  readonly files: Map<string, string>;
  readonly vms: Map<Uuid, ModelVm>;
  /** The marker of each guest, with `# ` lines for what else it was told. */
  readonly guests: Map<Uuid, readonly string[]>;
  /** Every mutation in order, `<verb> <object>`. */
  readonly effects: string[];
  /** An effect named here fails once with these failures, before it changes anything. */
  readonly failing: Map<string, readonly Failure[]>;
  /** VMs about which nothing can be told. */
  readonly silent: Set<Uuid>;
  /** Serials of data disks whose file systems are damaged, as their guests find. */
  readonly damaged: Set<string>;
  nextPid: number;
  /** What a guest takes at most, whatever its VM has. */
  readonly guestLimits: { cpus: number; memoryBytes: number };
}

export function modelHost(): ModelHost {
  return {
    files: new Map(),
    vms: new Map(),
    guests: new Map(),
    effects: [],
    failing: new Map(),
    silent: new Set(),
    damaged: new Set(),
    nextPid: 1000,
    guestLimits: { cpus: Infinity, memoryBytes: Infinity },
  };
}

/** Logs the effect and says whether the test wants it to fail. */
export function enact(host: ModelHost, effect: string): readonly Failure[] | null {
  host.effects.push(effect);
  const failures = host.failing.get(effect) ?? null;
  host.failing.delete(effect);
  return failures;
}

export function modelIdentity(pid: number): ProcessIdentity {
  return {
    machineId: 'machine',
    bootId: 'boot',
    pidNamespace: 'pid:[1]',
    pid,
    startTime: String(pid * 10),
    executable: '/usr/bin/qemu-system-x86_64',
    argvSha256: `argv-${String(pid)}`,
  };
}
