import type { Brand } from './brand.ts';

/** Node name: 1–63 of `[a-z0-9-]` without an outer `-`; unique in its deployment. */
export type NodeName = string & Brand<'NodeName'>;
/** RFC 9562 UUID in lower case with dashes; of a node, a disk, a deployment or an operation. */
export type Uuid = string & Brand<'Uuid'>;
/** Lower-case hex SHA-256 over the canonical JSON of a spec; see spec/hash-spec.ts. */
export type SpecHash = string & Brand<'SpecHash'>;
/** UTC time as `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
export type Instant = string & Brand<'Instant'>;
/** Hashing is handed in as a value, so that the core stays free of effects: text in UTF-8 → lower-case hex. */
export type Sha256 = (text: string) => string;
