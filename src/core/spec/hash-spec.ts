import stringify from 'fast-json-stable-stringify';
import type { Sha256, SpecHash } from '../names.ts';
import type { Envelope } from './envelope.ts';
import type { NodeSpec } from './node-spec.ts';

/** Hash over what one node is and what it shares with the others; nothing of the other nodes is in it. */
export function hashSpec(spec: { readonly envelope: Envelope; readonly node: NodeSpec }, sha256: Sha256): SpecHash {
  return sha256(stringify({ format: 1, envelope: spec.envelope, node: spec.node })) as SpecHash;
}
