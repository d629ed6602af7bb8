import type { Result } from '../core/result.ts';
import type { GuestTarget } from '../ports/guest.ts';
import type { EnginePorts } from './engine-ports.ts';
import { findVm } from './find-vm.ts';
import { guestTarget } from './guest-target.ts';

/** How to reach one node for `ssh`, `exec` and the like; fails as findVm does. Takes no lock. */
export async function findGuest(
  ports: EnginePorts,
  query: { readonly node: string; readonly command: string },
): Promise<Result<GuestTarget>> {
  const found = await findVm(ports, query);
  return found.ok ? guestTarget(found.value.deployment, found.value.record) : found;
}
