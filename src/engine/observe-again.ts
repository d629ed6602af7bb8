import type { Evidence } from '../core/recovery/evidence.ts';
import type { Clock } from '../ports/clock.ts';
import type { Hypervisor, VmTarget } from '../ports/hypervisor.ts';

/** What cannot be told is asked again so often, with a pause in between. */
const mostTries = 3;
const pauseMs = 1_000;

/**
 * Evidence about a VM for a command that would change it. What no probe could tell in three tries stays unknown. Sources
 * that disagree are asked again too: a process that is just ending is gone from the table before its locks are.
 */
export async function observeAgain(
  ports: { readonly hypervisor: Pick<Hypervisor, 'observe'>; readonly clock: Pick<Clock, 'sleep'> },
  target: VmTarget,
): Promise<Evidence> {
  let seen = await ports.hypervisor.observe(target);
  for (let tries = 1; tries < mostTries && mayChange(seen); tries += 1) {
    await ports.clock.sleep(pauseMs);
    seen = await ports.hypervisor.observe(target);
  }
  return seen;
}

function mayChange(seen: Evidence): boolean {
  return seen.kind === 'unknown' && seen.why !== 'identity_unverifiable' && seen.why !== 'other_home';
}
