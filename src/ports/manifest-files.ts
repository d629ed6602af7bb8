import type { Result } from '../core/result.ts';
import type { UserData } from '../core/seed/user-data.ts';
import type { Position } from '../core/position.ts';

/** The manifest and the files it names, read-only. */
export interface ManifestFiles {
  /**
   * Reads the manifest: `file` as given by `-f`, `-` for stdin, or null for the first of the known names that exists in
   * `cwd`, valid or not. A symlink, anything that is no regular file, more than 4 MiB, and what is not UTF-8 are refused.
   * Nothing there by any name is `manifest_not_found`; `cwd` null with no absolute `file` is `working_directory_gone`.
   */
  read(wanted: { readonly file: string | null; readonly cwd: string | null }): Promise<Result<ManifestText>>;
  /**
   * Each user-data file, keyed by the path as written; relative ones start at the folder of the manifest. Refused: what
   * is no regular file, more than 1 MiB, and what cloud-init would not act on as far as that can be told here.
   */
  readUserData(files: readonly UserDataFile[], folder: string | null): Promise<Result<ReadonlyMap<string, UserData>>>;
}

export interface ManifestText {
  /** As a complaint names it: the word after `-f`, the name that was found, or `<stdin>`. */
  readonly file: string;
  /** Absolute; null for stdin. */
  readonly path: string | null;
  /** Where relative paths in it start: its folder, or the working directory for stdin; null when that is gone. */
  readonly folder: string | null;
  readonly text: string;
  /** Lower-case hex over the bytes of the file. */
  readonly sha256: string;
}

export interface UserDataFile {
  readonly node: string;
  /** As written in the manifest. */
  readonly path: string;
  /** Where the node stands, for the complaint. */
  readonly at: Position;
}
