import type { Uuid } from '../core/names.ts';

/** Randomness and hashing, which the core may not reach. */
export interface Identifiers {
  uuid(): Uuid;
  /** 32 digits of lower-case hex, 122 bits of them random. */
  token(): string;
  /** Of text as UTF-8, or of bytes, as 64 digits of lower-case hex. */
  readonly sha256: (content: string | Uint8Array) => string;
}
