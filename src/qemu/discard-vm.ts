import type { VmTarget } from '../ports/hypervisor.ts';
import type { Processes } from '../ports/processes.ts';
import { awaitGone, signalVm } from './signal-vm.ts';

/** QEMU's own lock on the disk refuses a second one within moments of its start. */
const refusedLimitMs = 5_000;

/**
 * See the port. A child that is not a QEMU yet, since its program has not begun, is no VM that may be signalled: it ends at
 * the lock that the other VM holds, and is waited for, so that nothing begins after the command is over.
 */
export async function discardVm(target: VmTarget, processes: Processes): Promise<boolean> {
  if (await signalVm(target, processes)) return true;
  return target.process !== null && awaitGone(target.process, processes, refusedLimitMs);
}
