import type { NodeName, Uuid } from '../names.ts';

/** Who a node folder belongs to, by the `node.json` in it. */
export interface FolderIdentity {
  readonly name: NodeName;
  readonly uuid: Uuid;
}

/** A folder below `nodes/` that no record names. */
export interface UnregisteredFolder {
  /** Relative to the home. */
  readonly folder: string;
  /** Null when nothing in it says that Paddock made it. */
  readonly made: FolderIdentity | null;
  /** Processes that were started with its UUID. None seen is no proof: another user's cannot be read. */
  readonly pids: readonly number[];
}

/** One such folder in a few words. */
export function unregisteredWords({ folder, made, pids }: UnregisteredFolder): string {
  if (made === null) return folder;
  const runs = pids.length === 0 ? 'no VM of it seen' : `its VM runs as pid ${pids.join(', ')}`;
  return `${folder} (node ${made.name}, UUID ${made.uuid}, ${runs})`;
}
