import type { Evidence } from '../core/recovery/evidence.ts';
import type { Clock } from '../ports/clock.ts';
import type { Hypervisor, VmTarget } from '../ports/hypervisor.ts';

/** A probe that cannot be made is made again so often, with a pause in between. */
const mostTries = 3;
const pauseMs = 1_000;

/** Evidence about a VM for a command that would change it. What no probe could tell in three tries stays unknown. */
export async function observeAgain(
  ports: { readonly hypervisor: Pick<Hypervisor, 'observe'>; readonly clock: Pick<Clock, 'sleep'> },
  target: VmTarget,
): Promise<Evidence> {
  let seen = await ports.hypervisor.observe(target);
  for (let tries = 1; tries < mostTries && isUnavailable(seen); tries += 1) {
    await ports.clock.sleep(pauseMs);
    seen = await ports.hypervisor.observe(target);
  }
  return seen;
}

function isUnavailable(seen: Evidence): boolean {
  return seen.kind === 'unknown' && seen.why === 'probe_unavailable';
}
