import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Processes } from '../ports/processes.ts';
import type { Draft } from './draft-name.ts';
import { removeVersion } from './remove-version.ts';
import { listState } from './state-folder.ts';

/** A draft that cannot be judged (another machine, another pid namespace) holds back no more versions than this. */
const mostPinned = 1000;

export interface PruneRequest {
  readonly folder: string;
  /** The version that was just committed. */
  readonly newest: number;
  readonly keep: number;
  readonly processes: Processes;
}

/**
 * Removes versions beyond the last `keep`, in ascending order so that what is left is always one unbroken run, and drafts
 * that dead writers left. Spares what a living draft still needs: its base and all after it. Never fails: what cannot be
 * removed now is removed by a later commit.
 */
export function pruneState(request: PruneRequest): void {
  const listing = listState(request.folder);
  if (!listing.ok) return;
  const { versions, drafts } = listing.value;
  const others = drafts.filter((draft) => draft.version < request.newest);
  const dead = others.filter((draft) => isLeftover(draft, request));
  const pinned = others.filter((draft) => !dead.includes(draft)).map((draft) => draft.version - 1);
  const firstKept = Math.min(request.newest - request.keep + 1, ...pinned);
  try {
    for (const version of versions) {
      if (version < firstKept) removeVersion(request.folder, version);
    }
    for (const draft of dead) unlinkSync(join(request.folder, draft.name));
  } catch {
    // Another commit is pruning too, or the folder does not let go of a file.
  }
}

/** A draft for a version that is taken; its writer cannot win any more, only its death has to be certain. */
function isLeftover(draft: Draft, request: PruneRequest): boolean {
  if (draft.version <= request.newest - mostPinned) return true;
  return request.processes.judge(draft.writer) === 'gone';
}
