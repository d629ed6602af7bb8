import type { NodeName, Sha256 } from '../names.ts';
import { hashSpec } from '../spec/hash-spec.ts';
import { sizesOf, withSizes } from '../spec/node-sizes.ts';
import { askedSpec } from './asked-spec.ts';
import { changeRecord } from './change-record.ts';
import type { StateDocument } from './document.ts';
import { endResize } from './open-resize.ts';

/**
 * Closes the resize of these nodes: what was asked becomes the record's spec and is agreed to, in one value. Only the
 * sizes: whatever else a manifest says by now is none of this command's business.
 */
export function commitResize(document: StateDocument, nodes: readonly NodeName[], sha256: Sha256): StateDocument {
  return nodes.reduce((next, name) => closed(next, name, sha256), document);
}

function closed(document: StateDocument, name: NodeName, sha256: Sha256): StateDocument {
  const record = document.nodes[name];
  const deployment = document.deployment;
  const applied = deployment?.applied[name];
  if (record === undefined || deployment === null || applied === undefined) return document;
  const spec = withSizes(applied.spec, sizesOf(askedSpec(record)));
  const specHash = hashSpec({ envelope: deployment.envelope, node: spec }, sha256);
  const agreed = { ...deployment, applied: { ...deployment.applied, [name]: { ...applied, spec, specHash } } };
  return changeRecord(name, endResize)({ ...document, deployment: agreed });
}
