import { failure, type Failure } from '../../core/failure.ts';
import type { Evidence } from '../../core/recovery/evidence.ts';
import { fail, type Result } from '../../core/result.ts';
import type { VmTarget } from '../../ports/hypervisor.ts';
import { type NodeContext, recordOf } from '../node-context.ts';
import { vmTarget } from '../vm-target.ts';

/** Before each look: a guest that answers as fast as a healthy one may is never looked at. */
const pauseMs = 5_000;
/** Looks in a row without an answer. Each takes some seconds itself, so it is half a minute: a host may be busy. */
const mostSilent = 4;
/** Looks in a row at a VM that stands still: somebody may free space and start it again in between. */
const mostStalled = 2;

/**
 * Work inside a guest, called off early where its VM can no longer do any: with `vm_hangs` where the QEMU process lives and
 * answers on neither of its monitors, for such a QEMU hands no packet to its guest either; with `vm_disk_stalled` where it
 * stands still because a disk cannot be written to. After `enough` the VM is not looked at any more.
 */
export async function whileVmWorks<T>(
  context: NodeContext,
  work: (watched: { readonly signal: AbortSignal; readonly enough: () => void }) => Promise<Result<T>>,
): Promise<Result<T>> {
  const enough = new AbortController();
  const off = new AbortController();
  const looking = awaitTrouble(context, AbortSignal.any([context.signal, enough.signal])).then((found) => {
    if (found !== null) off.abort();
    return found;
  });
  const done = await work({
    signal: AbortSignal.any([context.signal, off.signal]),
    enough: () => {
      enough.abort();
    },
  });
  enough.abort();
  if (done.ok || !off.signal.aborted || context.signal.aborted) return done;
  const found = await looking;
  return found === null ? done : fail(found);
}

/** Looks at the VM until something keeps it from working, or the signal comes: then it is null. */
async function awaitTrouble(context: NodeContext, signal: AbortSignal): Promise<Failure | null> {
  const { clock, hypervisor, layout } = context.ports;
  const target = vmTarget(layout, recordOf(context));
  for (let silent = 0, stalled = 0, sinceMs = clock.monotonicMs(); ; ) {
    await clock.sleep(pauseMs, signal);
    if (signal.aborted) return null;
    if (silent === 0) sinceMs = clock.monotonicMs();
    const seen = await hypervisor.observe(target);
    silent = isSilent(seen) ? silent + 1 : 0;
    const stall = isPaused(seen) ? await stallOf(context, target) : null;
    stalled = stall === null ? 0 : stalled + 1;
    if (stall !== null && stalled >= mostStalled) return stall;
    if (silent < mostSilent || !isSilent(seen)) continue;
    // Somebody else may hold the probe monitor, which serves one at a time. The other one is this command's own.
    const asked = await hypervisor.observe(onCommandMonitor(target));
    if (isSilent(asked)) {
      const silentMs = Math.round(clock.monotonicMs() - sinceMs);
      return failure('vm_hangs', { node: context.name, pid: asked.pid, silentMs });
    }
    silent = 0;
  }
}

type Running = Extract<Evidence, { kind: 'running' }>;

function isSilent(seen: Evidence): seen is Running {
  return seen.kind === 'running' && seen.qmp === 'silent';
}

function isPaused(seen: Evidence): boolean {
  return seen.kind === 'running' && seen.paused;
}

/** Null for a VM that stands still for another reason, as when a person has paused it. */
async function stallOf(context: NodeContext, target: VmTarget): Promise<Failure | null> {
  const facts = await context.ports.hypervisor.inspectVm(target);
  return facts.ok && facts.value.stall !== null
    ? failure('vm_disk_stalled', { node: context.name, ...facts.value.stall })
    : null;
}

function onCommandMonitor(target: VmTarget): VmTarget {
  return { ...target, sockets: { ...target.sockets, probe: target.sockets.monitor } };
}
