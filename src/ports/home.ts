import type { NodeName, Uuid } from '../core/names.ts';
import type { ActionOf } from '../core/plan/action.ts';
import type { Result } from '../core/result.ts';
import type { Running } from '../core/state/running.ts';
import type { FolderOwner } from '../core/state/read-node-json.ts';

/** The home as a whole. */
export interface Home {
  /** What stands below `nodes/`, sorted by name; empty when there is no home. Read-only, follows no link. */
  nodeFolders(): Promise<Result<readonly NodeFolder[]>>;
  /** The data disks that stand in `disks/`, relative to the home, sorted; empty when there is no home. Read-only. */
  diskFiles(): Promise<Result<readonly string[]>>;
  /** Names of the control keys that are there. Read-only. */
  controlKeys(): Promise<Result<readonly Uuid[]>>;
  /** Whether a file of this name stands, or would stand, in the home, whatever links lead there. Read-only. */
  holds(file: string): Promise<boolean>;
  /**
   * Whether `erase` would find only what it knows once everything in `recorded`, paths below the home, is gone:
   * `unknown_file` for each folder where it would not. Read-only.
   */
  checkErasable(recorded: readonly string[]): Promise<Result<void>>;
  /**
   * Deletes keys and closed operations by known names, then the empty folders; what it does not know stays and is named
   * (`unknown_file`). The image cache is never touched. The state document is not part of it: it still names what is there.
   */
  erase(running: Running<ActionOf<'erase_home'>>): Promise<Result<void>>;
  /**
   * Cuts logs above 8 MiB in place, in these node folders of the record and nowhere else, and never through a link. Needs
   * no barrier, because nothing depends on what is cut.
   */
  cutLogs(folders: readonly string[]): Promise<Result<void>>;
}

export interface NodeFolder {
  readonly name: string;
  /** Null when no `node.json` in it says whose it is. */
  readonly made: FolderOwner | null;
  /** The node that its own name tells, where `made` is null and yet something is in it: its `node.json` is lost or damaged. */
  readonly called: NodeName | null;
}
