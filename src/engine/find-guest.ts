import { failure } from '../core/failure.ts';
import { fail, type Result } from '../core/result.ts';
import type { GuestTarget } from '../ports/guest.ts';
import type { EnginePorts } from './engine-ports.ts';
import { findVm } from './find-vm.ts';
import { guestTarget } from './guest-target.ts';

/** How to reach one node for `ssh`, `exec` and the like; fails as findVm does, and with `vm_paused`. Takes no lock. */
export async function findGuest(
  ports: EnginePorts,
  query: { readonly node: string; readonly command: string },
): Promise<Result<GuestTarget>> {
  const found = await findVm(ports, query);
  if (!found.ok) return found;
  const { record, paused, standing } = found.value;
  return paused ? fail(failure('vm_paused', { node: record.name, standing })) : guestTarget(record);
}
