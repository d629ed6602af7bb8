import { failure, type Failure } from '../../core/failure.ts';
import type { Evidence } from '../../core/recovery/evidence.ts';
import { fail, type Result } from '../../core/result.ts';
import type { GuestTarget, GuestWork, ReadyGuest } from '../../ports/guest.ts';
import type { VmTarget } from '../../ports/hypervisor.ts';
import { type NodeContext, recordOf } from '../node-context.ts';
import { vmTarget } from '../vm-target.ts';

/** Before each look: a guest that answers as fast as a healthy one may is never looked at. */
const pauseMs = 5_000;
/** Looks in a row without an answer. Each takes some seconds itself, so it is half a minute: a host may be busy. */
const mostSilent = 4;

/**
 * `awaitReady` of the guest port, ended early with `vm_hangs` where the QEMU process lives and answers on neither of its
 * monitors: such a QEMU hands no packet to its guest either. A guest that has answered is not looked at any more, whatever
 * its monitors say.
 */
export async function awaitLivingGuest(
  context: NodeContext,
  target: GuestTarget,
  { limitMs, work }: { readonly limitMs: number; readonly work: GuestWork },
): Promise<Result<ReadyGuest>> {
  const answered = new AbortController();
  const hung = new AbortController();
  const looking = awaitHang(context, AbortSignal.any([context.signal, answered.signal])).then((found) => {
    if (found !== null) hung.abort();
    return found;
  });
  const signal = AbortSignal.any([context.signal, hung.signal]);
  const ready = await context.ports.guest.awaitReady(
    target,
    { limitMs, signal },
    {
      ...work,
      input: (seen) => {
        answered.abort();
        return work.input(seen);
      },
    },
  );
  answered.abort();
  if (ready.ok || !hung.signal.aborted || context.signal.aborted) return ready;
  const found = await looking;
  return found === null ? ready : fail(found);
}

/** Looks at the VM until it is found to hang, or the signal comes: then it is null. */
async function awaitHang(context: NodeContext, signal: AbortSignal): Promise<Failure | null> {
  const { clock, hypervisor, layout } = context.ports;
  const target = vmTarget(layout, recordOf(context));
  for (let silent = 0, sinceMs = clock.monotonicMs(); ; ) {
    await clock.sleep(pauseMs, signal);
    if (signal.aborted) return null;
    if (silent === 0) sinceMs = clock.monotonicMs();
    const seen = await hypervisor.observe(target);
    silent = isSilent(seen) ? silent + 1 : 0;
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

function onCommandMonitor(target: VmTarget): VmTarget {
  return { ...target, sockets: { ...target.sockets, probe: target.sockets.monitor } };
}
