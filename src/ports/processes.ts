import type { ProcessIdentity } from '../core/state/process-identity.ts';

/** The process table, read-only. */
export interface Processes {
  /** Identity of this process. */
  self(): ProcessIdentity;
  /** What is under this pid now, in this pid namespace. */
  inspect(pid: number): ProcessObservation;
  /**
   * Whether the recorded process is proven gone: same machine and another boot; or same boot and pid namespace and the
   * pid is absent, a zombie, or has another start time. Never by age.
   */
  judge(recorded: ProcessIdentity): 'alive' | 'gone' | 'unverifiable';
  /**
   * Processes of this pid namespace whose argv holds these words one after the other, for example `-uuid` and a UUID.
   * One that cannot be read is left out, so an empty answer alone proves nothing about another user's processes.
   */
  findByArguments(words: readonly string[]): readonly PresentProcess[];
  /** The regular files that a process has open, under the names they have now; null when it may not be looked into. */
  openFiles(pid: number): readonly OpenFile[] | null;
}

export interface OpenFile {
  /** Ends in ` (deleted)` for one that has no name any more. */
  readonly path: string;
  readonly dev: bigint;
  readonly ino: bigint;
}

export type PresentProcess = Extract<ProcessObservation, { kind: 'present' }>;

export type ProcessObservation =
  | { readonly kind: 'present'; readonly identity: ProcessIdentity; readonly argv: readonly string[] }
  | { readonly kind: 'zombie' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly detail: string };
