import type { Result } from '../core/result.ts';

/** Files that a person owns afterwards. */
export interface NewFiles {
  /** Writes a new file with the person's own umask; whatever has the name already, a dangling link included, is `manifest_exists`. */
  create(path: string, text: string): Promise<Result<void>>;
}
