import type { Result } from '../core/result.ts';
import { removeOwn } from './remove-own.ts';

/** Removes the sockets of one VM and their lock. Their folder stays: another VM of this home may be about to put its own there. */
export async function removeSockets(left: {
  readonly sockets: readonly string[];
  readonly lock: string;
}): Promise<Result<void>> {
  for (const path of left.sockets) {
    const removed = await removeOwn(path, 'socket');
    if (!removed.ok) return removed;
  }
  return removeOwn(left.lock, 'file');
}
