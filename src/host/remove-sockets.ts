import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { VmSockets } from '../core/qemu/vm-spec.ts';
import { ok, type Result } from '../core/result.ts';
import { removeOwn } from './remove-own.ts';

/** Removes the sockets of one VM, and their folder with the last ones in it. */
export async function removeSockets(sockets: VmSockets): Promise<Result<void>> {
  for (const path of [sockets.monitor, sockets.probe, sockets.console]) {
    const removed = await removeOwn(path, 'socket');
    if (!removed.ok) return removed;
  }
  // Not empty while another VM of this home has sockets; it is made anew when needed.
  await rmdir(dirname(sockets.monitor)).catch(() => undefined);
  return ok(undefined);
}
