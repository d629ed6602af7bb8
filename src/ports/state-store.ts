import type { Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { FiledOperation } from '../core/state/filed-operation.ts';
import type { Operation } from '../core/state/operation.ts';

/** The one document. Reading takes no lock and writes nothing; a home that does not exist reads as null. */
export interface StateStore {
  /**
   * The newest document, or null when there is none. `state_damaged` when the newest version does not read (the last
   * good one comes with it), `state_newer_schema` when a newer program wrote it. One of an older schema is given in the
   * current one, and stays as it is on file.
   */
  read(): Promise<Result<StateDocument | null>>;
  /** The newest document that reads, for commands that only show something; null when none does. */
  readLastGood(): Promise<Result<StateDocument | null>>;
  /**
   * Commits `next` as version `base + 1` and returns once it would survive power loss. `base` is null for the first.
   * `state_stale` if another commit took the version; `state_not_durable` if it is published but the folder sync failed;
   * `disk_full` and other write errors leave the old document the newest. A base of an older schema is first put aside, see
   * `olderOf`; a crash in between leaves the copy beside the document that it was made from.
   * If the caller dies inside, either the old or the new document is the newest, never a part of one.
   */
  commit(base: StateDocument | null, next: StateDocument, options?: RoomOptions): Promise<Result<StateDocument>>;
  /** Of a document that was read: the older schema of its file, and where the commit that builds on it keeps that file. */
  olderOf(document: StateDocument): OlderDocument | null;
  /**
   * Commits `next` on top of a newest version that does not read: the damaged file stays where it is, as an old version.
   * `state_stale` if the newest one reads, or if another commit came first; `state_newer_schema` is never overwritten.
   */
  rebuild(next: StateDocument): Promise<Result<StateDocument>>;
  /**
   * The end of a purge: removes every document, oldest first, if `last` is the newest and names nothing that exists.
   * `state_stale` if another commit came after it. A crash in between leaves a document that says that nothing is left.
   */
  discard(last: StateDocument): Promise<Result<void>>;
  /**
   * Writes `operations/<id>/operation.json` for a closed operation and drops all but the last 200. `fenced` when the
   * deployment is another owner's by then: nothing of theirs is overwritten, and no folder is made anew.
   */
  archive(operation: Operation, options: ArchiveOptions): Promise<Result<void>>;
  /** Keeps our own resolved fields of an operation as `operations/<id>/manifest.yml`, mode 0600. `fenced` like `archive`. */
  keepInputs(operation: Operation, kept: KeptInputs): Promise<Result<void>>;
  /** What is on file, newest first; takes no lock. A file that does not read is named, and hides no other. */
  operations(): Promise<Result<OperationsOnFile>>;
  /** Where the inputs of an operation lie, if they were kept. */
  keptInputs(operation: Operation): Promise<string | null>;
  /** What was kept as the inputs of an operation; null when nothing was, or it cannot be read. */
  readInputs(operation: Operation): Promise<string | null>;
}

/**
 * What a write does on a full file system: fail, or give up for it what was put by, and then older versions of the document
 * too, oldest first, and fail only when nothing is left. The last is for commands that end things or only record: a full
 * disk must not keep a VM running. What was put by alone is given where an older version may be the last good one.
 */
export type WhenFull = 'fail' | 'give_up_reserve' | 'give_up_oldest';

export interface RoomOptions {
  /** `fail` when it is not said. */
  readonly whenFull?: WhenFull;
}

export interface ArchiveOptions extends RoomOptions {
  /** Token of the owner that the operation is of; null for one that no document holds. */
  readonly owner: string | null;
}

export interface KeptInputs extends Pick<ArchiveOptions, 'owner'> {
  readonly manifestText: string;
}

export interface OlderDocument {
  readonly schema: number;
  /** Absolute; never pruned, gone with a purge. */
  readonly file: string;
}

export interface OperationsOnFile {
  readonly operations: readonly FiledOperation[];
  readonly damaged: readonly { readonly file: string; readonly problem: string }[];
}
