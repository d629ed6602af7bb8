import type { Result } from '../core/result.ts';

/** Logs that grow while they are read and are cut in place now and then. Never follows a symlink; read-only. */
export interface LogFiles {
  /** The last `lines` lines, at most 4 MiB of them; null when there is no such file. */
  tail(path: string, lines: number): Promise<Result<string | null>>;
  /**
   * Like `tail`, then whatever is added, until the signal is aborted or the file is deleted; one that was cut is read from
   * its start. Characters are whole.
   */
  follow(path: string, options: { readonly lines: number; readonly signal: AbortSignal }): AsyncIterable<string>;
}
