import type { Result } from '../core/result.ts';
import type { Uuid } from '../core/names.ts';

/** The inside of a VM, over the system's ssh with a pinned host key; never trust on first use. */
export interface Guest {
  /** Tries until the guest answers with the pinned key and this instance id, or `limitMs` ends: `guest_not_ready`. */
  awaitReady(target: GuestTarget, wait: { readonly limitMs: number; readonly signal: AbortSignal }): Promise<Result<GuestFacts>>;
  /** One try, bounded to 10 s. */
  check(target: GuestTarget): Promise<Result<GuestFacts>>;
  /** Runs a command with the caller's own stdin, stdout and stderr; returns its exit status. Words keep their boundaries. */
  run(target: GuestTarget, command: readonly string[], terminal: 'auto' | 'never'): Promise<Result<number>>;
  /** Writes known_hosts with exactly these entries; idempotent, private. Called after the keys exist and before ssh is used. */
  pinHostKeys(entries: readonly HostKeyEntry[]): Promise<Result<void>>;
  /** The deployment's login key, made on first use: the public line. */
  loginKey(): Promise<Result<string>>;
}

export interface GuestTarget {
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
