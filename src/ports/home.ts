import type { ActionOf } from '../core/plan/action.ts';
import type { Result } from '../core/result.ts';
import type { Running } from '../core/state/running.ts';

/** The home as a whole. */
export interface Home {
  /** Names of the folders below `nodes/`, sorted; empty when there is no home. Read-only. */
  nodeFolders(): Promise<Result<readonly string[]>>;
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
