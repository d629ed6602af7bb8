import type { Sha256, Uuid } from '../core/names.ts';

/** Randomness and hashing, which the core may not reach. */
export interface Identifiers {
  uuid(): Uuid;
  /** 128 bits as lower-case hex. */
  token(): string;
  readonly sha256: Sha256;
}
