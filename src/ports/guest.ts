import type { Result } from '../core/result.ts';
import type { NodeName, Uuid } from '../core/names.ts';

/** The inside of a VM, over the system's ssh with a pinned host key; never trust on first use. */
export interface Guest {
  /**
   * Tries until the guest answers with the pinned key and this instance id, or `limitMs` ends: `guest_not_ready`. A changed
   * host key or another instance id is `guest_identity` at once: no waiting makes it right.
   */
  awaitReady(
    target: GuestTarget,
    wait: { readonly limitMs: number; readonly signal: AbortSignal },
  ): Promise<Result<GuestFacts>>;
  /** One try, bounded to 10 s; fails like `awaitReady`. */
  check(target: GuestTarget): Promise<Result<GuestFacts>>;
  /**
   * Runs a command, or a login shell for no words, with the caller's own stdin, stdout and stderr; returns its exit status,
   * 255 when ssh itself failed, and then ssh has said why. Words keep their boundaries. `auto` asks for a terminal when stdin is one.
   */
  run(target: GuestTarget, command: readonly string[], terminal: 'auto' | 'never'): Promise<Result<number>>;
  /** Writes known_hosts with exactly these entries; idempotent, private. Called after the keys exist and before ssh is used. */
  pinHostKeys(entries: readonly HostKeyEntry[]): Promise<Result<void>>;
  /** The programs that all of this needs are there: `tool_missing` names each that is not. Read-only, starts none. */
  tools(): Result<void>;
  /** The deployment's login key, made on first use: the public line. */
  loginKey(): Promise<Result<string>>;
}

export interface GuestTarget {
  /** For messages only. */
  readonly name: NodeName;
  readonly uuid: Uuid;
  readonly user: string;
  readonly port: number;
}

export interface HostKeyEntry {
  readonly uuid: Uuid;
  /** `ssh-ed25519 AAAA…` */
  readonly publicKey: string;
}

export interface GuestFacts {
  readonly instanceId: Uuid;
}
