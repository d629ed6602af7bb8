import { setTimeout as sleep } from 'node:timers/promises';
import { stopPermission } from '../core/qemu/stop-permission.ts';
import { failure } from '../core/failure.ts';
import type { Evidence } from '../core/recovery/evidence.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { ProcessIdentity } from '../core/state/process-identity.ts';
import type { Owned } from '../core/state/running.ts';
import { whileOwned } from '../core/state/while-owned.ts';
import { unreachable } from '../core/unreachable.ts';
import type { NodeName } from '../core/names.ts';
import { unknownVm } from '../core/recovery/unknown-vm.ts';
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

export interface StopOptions extends Owned {
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
  // Its monitor is not asked either: it may be the other home's.
  if (evidence.kind === 'unknown' && evidence.why === 'other_home')
    return fail(unknownVm(target.name as NodeName, evidence));
  const live: VmTarget = { ...target, process: liveProcess(target, evidence, host) };
  // Still ours after the look, so what was found is no VM of another owner; whoever starts it anew starts another process.
  const owned = await options.stillOwned();
  if (!owned.ok) return owned;
  const asked = await askToEnd(live, options, host);
  if (!asked.ok) return asked;
  const { how, answer } = asked.value;
  if (how !== null) return ok({ how });
  return whileOwned(options, () => endBySignal(live, { force: options.force, answer }, host));
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

async function askToEnd(target: VmTarget, options: StopOptions, host: QemuHost): Promise<Result<Asked>> {
  const first = await tell(target, options.force ? null : 'system_powerdown', options);
  if (!first.ok) return first;
  if (first.value.qmp !== 'ours') return ok({ how: null, answer: first.value });
  // A VM that stands still cannot act on a power button.
  const waitMs = options.force || first.value.paused ? 0 : (host.powerdownLimitMs ?? powerdownLimitMs);
  const down = waitMs > 0 ? await awaitShutdown(target, { waitMs, options }, host) : ok(false);
  if (!down.ok) return down;
  if (down.value) return ok({ how: 'powerdown', answer: first.value });
  const second = await tell(target, 'quit', options);
  if (!second.ok) return second;
  if (second.value.qmp !== 'ours') return ok({ how: null, answer: second.value });
  return ok({ how: (await awaitEnd(target, host, quitLimitMs)) ? 'quit' : null, answer: second.value });
}

/** Waits for the guest's own end, after the button was pressed a first time. */
async function awaitShutdown(
  target: VmTarget,
  { waitMs, options }: { readonly waitMs: number; readonly options: StopOptions },
  host: QemuHost,
): Promise<Result<boolean>> {
  const deadline = performance.now() + waitMs;
  const pauseMs = Math.min(pressAgainMs, waitMs / leastPresses);
  for (;;) {
    const left = deadline - performance.now();
    if (await awaitEnd(target, host, Math.min(left, pauseMs))) return ok(true);
    if (left <= pauseMs) return ok(false);
    const pressed = await tell(target, 'system_powerdown', options);
    if (!pressed.ok) return pressed;
  }
}

/** Identifies the VM on the command monitor and sends it one command, whose answer is not waited for beyond the limit. */
async function tell(
  target: VmTarget,
  command: 'system_powerdown' | 'quit' | null,
  options: StopOptions,
): Promise<Result<IdentityAnswer>> {
  const opened = await openQmp(target.sockets.monitor, askLimitMs);
  if (!opened.ok) return ok(answerOf(opened.trouble));
  try {
    const answer = await identify(opened.value, target, askLimitMs);
    if (answer.qmp !== 'ours' || command === null) return ok(answer);
    // Asked on a conversation that is open: the VM at its other end is older than this answer, whoever has it now.
    const owned = await options.stillOwned();
    if (!owned.ok) return owned;
    // Whatever comes back, the process table decides: QEMU may reset the connection while it answers `quit`.
    await opened.value.execute(command, { limitMs: askLimitMs });
    return ok(answer);
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
