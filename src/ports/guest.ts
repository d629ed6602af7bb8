import type { GuestScript } from '../core/guest/guest-script.ts';
import type { SeenGuest } from '../core/guest/unfinished-stages.ts';
import type { Result } from '../core/result.ts';
import type { NodeName, Uuid } from '../core/names.ts';

/** The inside of a VM, over the system's ssh with a pinned host key; never trust on first use. */
export interface Guest {
  /**
   * Tries until the guest answers with the pinned key and this instance id, or `limitMs` ends: `guest_not_ready`. A changed
   * host key or another instance id is `guest_identity` at once: no waiting makes it right. The script of `work`, if its
   * input is not null, runs in the login that showed the guest ready: what becomes of it is told like by `runScript`, and
   * does not take the readiness back.
   */
  awaitReady(
    target: GuestTarget,
    wait: { readonly limitMs: number; readonly signal: AbortSignal },
    work?: GuestWork,
  ): Promise<Result<ReadyGuest>>;
  /** One try, bounded to 10 s; fails like `awaitReady`, also with `interrupted` for an abort. */
  check(target: GuestTarget, signal?: AbortSignal): Promise<Result<GuestFacts>>;
  /**
   * Runs a command, or a login shell for no words, with the caller's own stdin, stdout and stderr; returns its exit status,
   * 255 when ssh itself failed, and then ssh has said why. Words keep their boundaries. `auto` asks for a terminal when stdin is one.
   * `command_too_long`, before anything runs, for words that ssh or the guest's server does not take. An abort ends ssh: 128 + n.
   */
  run(target: GuestTarget, command: readonly string[], way: RunWay): Promise<Result<number>>;
  /**
   * Runs a command without a terminal, with the caller's own stdin unless that is one, and hands on what it writes. The exit
   * status is the guest's, 255 also when ssh itself failed; an abort is `interrupted`. `command_too_long` as for `run`.
   */
  capture(target: GuestTarget, run: CaptureRun): Promise<Result<number>>;
  /**
   * Runs a script of ours as root in one ssh session. The guest checks the bytes of script and input before it runs
   * anything, and runs one script at a time. The script's own exit status is a value; `guest_script_refused`: nothing ran;
   * `guest_script_late`: it was ended at its limit; `guest_script_cut_off`: nobody knows how far it came, so scripts must
   * be safe to repeat. Else fails like `check`. When the caller dies the script runs on, at most to its limit.
   */
  runScript(target: GuestTarget, run: ScriptRun): Promise<Result<ScriptEnd>>;
  /**
   * Runs a person's script and hands on what it writes, keeping nothing: it waits while a piece is taken. The exit status is
   * the guest's, 124 for a script that it ended at the limit, 255 when ssh itself failed. A guest that does not end it is
   * `command_failed`, timed out; an abort is `interrupted`. A script that did not arrive whole is not run. When the caller
   * or the connection goes, the guest ends the script and everything in its session.
   */
  provision(target: GuestTarget, run: ProvisionRun): Promise<Result<number>>;
  /** Copies files; `copy_failed` with what was said. What was copied before a failure or an abort stays. */
  copy(target: GuestTarget, options: CopyOptions): Promise<Result<void>>;
  /** Writes known_hosts with exactly these entries; idempotent, private. Called after the keys exist and before ssh is used. */
  pinHostKeys(entries: readonly HostKeyEntry[]): Promise<Result<void>>;
  /** The programs that all of this needs are there: `tool_missing` names each that is not. Read-only, starts none. */
  tools(): Result<void>;
  /** The deployment's login key, made on first use: the public line. */
  loginKey(): Promise<Result<string>>;
  /** The control key of this name, made on first use. Keys of earlier names are deleted: nothing is to accept them any more. */
  controlKey(name: Uuid): Promise<Result<GuestKey>>;
}

export interface ScriptRun {
  readonly script: GuestScript;
  readonly arguments: readonly string[];
  /** What the script reads; also the place for secrets, which arguments would show to every user of the guest. */
  readonly stdin?: string;
  /** For the script alone; waiting for an earlier one that is still running may take as long again. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** A script of ours without arguments, for a guest as soon as it is ready. */
export interface GuestWork {
  readonly script: GuestScript;
  readonly limitMs: number;
  /** What the script reads, given what was seen; null when there is nothing to run. */
  readonly input: (seen: GuestFacts) => Promise<string | null>;
}

export interface ReadyGuest {
  readonly seen: GuestFacts;
  /** Null when nothing was run. */
  readonly ran: Result<ScriptEnd> | null;
}

export interface ScriptEnd {
  readonly exitStatus: number;
  /** At most 1 MiB. */
  readonly stdout: string;
  /** The last 20 lines, at most 4 KiB. */
  readonly stderr: string;
}

export interface GuestTarget {
  /** For messages only. */
  readonly name: NodeName;
  readonly uuid: Uuid;
  readonly user: string;
  readonly port: number;
}

export interface GuestOutput {
  readonly from: 'stdout' | 'stderr';
  readonly text: string;
}

export interface RunWay {
  readonly terminal: 'auto' | 'never';
  readonly signal: AbortSignal;
}

export interface CaptureRun {
  readonly command: readonly string[];
  readonly signal: AbortSignal;
  readonly onOutput: (output: GuestOutput) => Promise<void>;
}

export interface ProvisionRun {
  readonly script: Uint8Array;
  /** As root. */
  readonly sudo: boolean;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  readonly onOutput: (output: GuestOutput) => Promise<void>;
}

export interface CopyOptions {
  readonly direction: 'to_node' | 'from_node';
  /** Paths of this host are absolute, those of the guest absolute or below its user's home. Each character stands for itself. */
  readonly sources: readonly string[];
  readonly destination: string;
  readonly recursive: boolean;
  /** Keep times and modes. */
  readonly preserve: boolean;
  /** `auto` draws it on a terminal. */
  readonly progress: 'auto' | 'never';
  readonly signal: AbortSignal;
}

export interface HostKeyEntry {
  readonly uuid: Uuid;
  /** `ssh-ed25519 AAAA…` */
  readonly publicKey: string;
}

/** What one login showed of a guest that is ours. */
export interface GuestFacts extends SeenGuest {
  readonly instanceId: Uuid;
}

/** An ssh key that the host makes for a guest. */
export interface GuestKey {
  /** OpenSSH private key file, with its line ends. */
  readonly privateKey: string;
  /** `ssh-ed25519 AAAA…` */
  readonly publicKey: string;
}
