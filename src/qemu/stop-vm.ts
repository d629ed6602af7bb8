import { setTimeout as sleep } from 'node:timers/promises';
import { stopPermission } from '../core/qemu/stop-permission.ts';
import { failure } from '../core/failure.ts';
import type { Evidence } from '../core/recovery/evidence.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { ProcessIdentity } from '../core/state/process-identity.ts';
import { unreachable } from '../core/unreachable.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import { type IdentityAnswer, answerOf, identify } from './ask-identity.ts';
import { observeVm } from './observe-vm.ts';
import type { QemuHost } from './qemu-host.ts';
import { openQmp } from './qmp-client.ts';
import { awaitGone, isProvenOurs, signalVm } from './signal-vm.ts';

/** A software-emulated guest with services to stop takes tens of seconds. */
const powerdownLimitMs = 90_000;
/** A guest that still starts hears no button, so it is pressed again; a guest that is on its way down takes no notice. */
const pressAgainMs = 10_000;
/** However short the wait is. */
const leastPresses = 4;
const quitLimitMs = 10_000;
const askLimitMs = 5_000;
const pollMs = 200;

export interface StopOptions {
  /** Skips the guest's own shutdown, and permits signals to a QEMU that does not answer. */
  readonly force: boolean;
}

export type Stopped = { readonly how: 'already_gone' | 'powerdown' | 'quit' | 'signal' };

/**
 * Stops a VM and returns success only when its process is proven gone. The guest is asked first, then QEMU, then the
 * process is signalled as far as core/qemu/stop-permission.ts allows.
 */
export async function stopVm(target: VmTarget, options: StopOptions, host: QemuHost): Promise<Result<Stopped>> {
  const evidence = await observeVm(target, host);
  if (evidence.kind === 'not_running') return ok({ how: 'already_gone' });
  const live: VmTarget = { ...target, process: liveProcess(target, evidence, host) };
  const asked = await askToEnd(live, options, host);
  if (asked.how !== null) return ok({ how: asked.how });
  return endBySignal(live, { force: options.force, answer: asked.answer }, host);
}

/** The process to wait for: the recorded one where that is proven, else the one that was found by its UUID. */
function liveProcess(target: VmTarget, evidence: Evidence, host: QemuHost): ProcessIdentity | null {
  if (evidence.kind !== 'running' || evidence.pid === null || evidence.pid === target.process?.pid)
    return target.process;
  const seen = host.processes.inspect(evidence.pid);
  return seen.kind === 'present' ? seen.identity : target.process;
}

interface Asked {
  readonly how: 'powerdown' | 'quit' | null;
  /** What the command monitor said last. */
  readonly answer: IdentityAnswer;
}

async function askToEnd(target: VmTarget, options: StopOptions, host: QemuHost): Promise<Asked> {
  const first = await tell(target, options.force ? null : 'system_powerdown');
  if (first.qmp !== 'ours') return { how: null, answer: first };
  // A VM that stands still cannot act on a power button.
  const waitMs = options.force || first.paused ? 0 : (host.powerdownLimitMs ?? powerdownLimitMs);
  if (waitMs > 0 && (await awaitShutdown(target, host, waitMs))) return { how: 'powerdown', answer: first };
  const second = await tell(target, 'quit');
  if (second.qmp !== 'ours') return { how: null, answer: second };
  return { how: (await awaitEnd(target, host, quitLimitMs)) ? 'quit' : null, answer: second };
}

/** Waits for the guest's own end, after the button was pressed a first time. */
async function awaitShutdown(target: VmTarget, host: QemuHost, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  const pauseMs = Math.min(pressAgainMs, limitMs / leastPresses);
  for (;;) {
    const left = deadline - performance.now();
    if (await awaitEnd(target, host, Math.min(left, pauseMs))) return true;
    if (left <= pauseMs) return false;
    await tell(target, 'system_powerdown');
  }
}

/** Identifies the VM on the command monitor and sends it one command, whose answer is not waited for beyond the limit. */
async function tell(target: VmTarget, command: 'system_powerdown' | 'quit' | null): Promise<IdentityAnswer> {
  const opened = await openQmp(target.sockets.monitor, askLimitMs);
  if (!opened.ok) return answerOf(opened.trouble);
  try {
    const answer = await identify(opened.value, target, askLimitMs);
    // Whatever comes back, the process table decides: QEMU may reset the connection while it answers `quit`.
    if (answer.qmp === 'ours' && command !== null) await opened.value.execute(command, { limitMs: askLimitMs });
    return answer;
  } finally {
    opened.value.close();
  }
}

/** True once the process is gone, or, for a VM whose process was never recorded, once the evidence says so. */
async function awaitEnd(target: VmTarget, host: QemuHost, limitMs: number): Promise<boolean> {
  if (target.process !== null) return awaitGone(target.process, host.processes, limitMs);
  const deadline = performance.now() + limitMs;
  while ((await observeVm(target, host)).kind !== 'not_running') {
    if (performance.now() >= deadline) return false;
    await sleep(pollMs);
  }
  return true;
}

async function endBySignal(
  target: VmTarget,
  situation: { readonly force: boolean; readonly answer: IdentityAnswer },
  host: QemuHost,
): Promise<Result<Stopped>> {
  const { force, answer } = situation;
  const identityProven = isProvenOurs(target, host.processes);
  const there = identityProven ? `, and process ${String(target.process?.pid)} with its UUID is there` : '';
  const unconfirmed = (monitor: string): Result<Stopped> =>
    fail(failure('stop_unconfirmed', { node: target.name, detail: `${monitor}${there}` }));
  const permission = stopPermission({ qmp: answer.qmp, identityProven, force });
  switch (permission) {
    case 'refuse':
      return fail(failure('identity_mismatch', { node: target.name, detail: answer.detail }));
    case 'refuse_until_forced':
      return unconfirmed(answer.qmp === 'ours' ? 'it was told to quit and has not' : `its monitor: ${answer.detail}`);
    case 'signal':
      if (await signalVm(target, host.processes)) return ok({ how: 'signal' });
      // It may have ended between two looks: the evidence has the last word.
      return (await observeVm(target, host)).kind === 'not_running'
        ? ok({ how: 'signal' })
        : unconfirmed('signals did not end it');
    default:
      return unreachable(permission);
  }
}
