import type { Sha256, SpecHash } from '../names.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Envelope } from './envelope.ts';
import type { NodeSpec } from './node-spec.ts';

/** Number of the hashed form; golden hashes are frozen in tests, and a change to any of them needs the next one. */
export const specFormat = 1;

/** The record of what was agreed for one node: SHA-256 over the canonical JSON of the format, the envelope and the node. */
export function hashSpec(spec: { readonly envelope: Envelope; readonly node: NodeSpec }, sha256: Sha256): SpecHash {
  const { envelope, node } = spec;
  // The one place that makes the brand.
  return sha256(canonicalJson({ format: specFormat, envelope, node })) as SpecHash;
}
