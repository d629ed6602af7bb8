import type { Result } from '../core/result.ts';

/** Scripts that a person names, to be run somewhere else. Read-only. */
export interface ScriptFiles {
  /** The bytes, at most 16 MiB; links and pipes are read through. `script_unreadable` otherwise. */
  read(path: string): Promise<Result<Uint8Array>>;
}
