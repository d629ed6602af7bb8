import { ok, type Result } from '../core/result.ts';
import { removeOwn } from './remove-own.ts';

/** Removes the sockets of one VM. Their folder stays: another VM of this home may be about to put its own there. */
export async function removeSockets(sockets: readonly string[]): Promise<Result<void>> {
  for (const path of sockets) {
    const removed = await removeOwn(path, 'socket');
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}
