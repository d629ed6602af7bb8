import { statSync } from 'node:fs';
import type { Result } from '../core/result.ts';
import type { WhenFull } from '../ports/state-store.ts';
import { removeVersion } from './remove-version.ts';
import { giveUpReserve } from './reserve.ts';
import { listState } from './state-folder.ts';

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
 * Writes once more and once more while the file system is full and something can be given up for it: the reserve, then
 * older versions of the document. Both come back with the commits that follow. What is given up is at most history of
 * the record; the version that a commit builds on is never among it.
 */
export async function writeInRoom<T>(room: Room, write: () => Promise<Result<T>>): Promise<Result<T>> {
  let written = await write();
  while (isFull(written) && giveUp(room)) written = await write();
  return written;
}

function isFull(result: Result<unknown>): boolean {
  return !result.ok && result.failures.some((each) => each.reason === 'disk_full');
}

/** False when there is nothing more to give. */
function giveUp(room: Room): boolean {
  if (room.whenFull === 'fail' || !areOnOne(room.state, room.folder)) return false;
  return giveUpReserve(room.state) || (room.whenFull === 'give_up_oldest' && giveUpOldest(room));
}

function areOnOne(one: string, other: string): boolean {
  try {
    return statSync(one).dev === statSync(other).dev;
  } catch {
    return false;
  }
}

function giveUpOldest({ state, keepFrom }: Room): boolean {
  const listing = listState(state);
  if (!listing.ok) return false;
  // A living draft needs its base and all after it, see prune-state.ts.
  const firstKept = Math.min(keepFrom, ...listing.value.drafts.map((draft) => draft.version - 1));
  const older = listing.value.versions.filter((version) => version < firstKept);
  try {
    return older.some((version) => removeVersion(state, version));
  } catch {
    return false;
  }
}
