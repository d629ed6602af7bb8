import { statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../core/result.ts';
import type { WhenFull } from '../ports/state-store.ts';
import { listState, versionFileName } from './state-folder.ts';

export interface Room {
  /** Folder of the state documents. */
  readonly state: string;
  readonly whenFull: WhenFull;
  /** The newest version that must stay, with all after it. */
  readonly keepFrom: number;
  /** Folder that is written to; nothing is given up for it on another file system. */
  readonly folder: string;
}

/**
 * Writes once more and once more while the file system is full and an older version of the document can be given up for it.
 * They are the reserve: their number comes back with the commits that follow. What is given up is only history of the
 * record; the version that a commit builds on is never among it.
 */
export async function writeInRoom<T>(room: Room, write: () => Promise<Result<T>>): Promise<Result<T>> {
  let written = await write();
  while (isFull(written) && room.whenFull === 'give_up_oldest' && giveUpOldest(room)) written = await write();
  return written;
}

function isFull(result: Result<unknown>): boolean {
  return !result.ok && result.failures.some((each) => each.reason === 'disk_full');
}

/** False when there is nothing more to give. */
function giveUpOldest({ state, keepFrom, folder }: Room): boolean {
  const listing = listState(state);
  if (!listing.ok) return false;
  // A living draft needs its base and all after it, see prune-state.ts.
  const firstKept = Math.min(keepFrom, ...listing.value.drafts.map((draft) => draft.version - 1));
  const [oldest] = listing.value.versions;
  if (oldest === undefined || oldest >= firstKept) return false;
  try {
    if (statSync(state).dev !== statSync(folder).dev) return false;
    unlinkSync(join(state, versionFileName(oldest)));
    return true;
  } catch {
    return false;
  }
}
