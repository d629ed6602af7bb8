import { setTimeout as sleep } from 'node:timers/promises';
import type { VmTarget } from '../ports/hypervisor.ts';
import type { Processes } from '../ports/processes.ts';
import type { ProcessIdentity } from '../core/state/process-identity.ts';
import { readRecorded } from './read-processes.ts';

const termLimitMs = 5_000;
const killLimitMs = 5_000;
const pollMs = 50;

/** Whether the recorded process is there and is this VM of this home, read just now. */
export function isProvenOurs(target: VmTarget, processes: Processes): boolean {
  const recorded = readRecorded(target, processes);
  return recorded.kind === 'here' && recorded.seen === 'ours';
}

/** Waits until nothing of this process is left; a zombie is gone, and so is a pid that somebody else has now. */
export async function awaitGone(identity: ProcessIdentity, processes: Processes, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (!isGone(identity, processes)) {
    if (performance.now() >= deadline) return false;
    await sleep(pollMs);
  }
  return true;
}

function isGone(identity: ProcessIdentity, processes: Processes): boolean {
  const seen = processes.inspect(identity.pid);
  if (seen.kind === 'present')
    return seen.identity.startTime !== null && seen.identity.startTime !== identity.startTime;
  return seen.kind !== 'unreadable';
}

/**
 * SIGTERM, then SIGKILL, to a process whose identity is read again immediately before each: the kernel gives a pid to a
 * stranger as soon as ours has ended. True once it is gone.
 */
export async function signalVm(target: VmTarget, processes: Processes): Promise<boolean> {
  const { process: identity } = target;
  if (identity === null) return false;
  for (const [signal, limitMs] of [
    ['SIGTERM', termLimitMs],
    ['SIGKILL', killLimitMs],
  ] as const) {
    if (isGone(identity, processes)) return true;
    if (!isProvenOurs(target, processes)) return false;
    sendSignal(identity.pid, signal);
    if (await awaitGone(identity, processes, limitMs)) return true;
  }
  return false;
}

function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between, or is not ours to signal: the wait that follows tells which.
  }
}
