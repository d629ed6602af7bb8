import { askedSpec, seenSpec } from '../state/asked-spec.ts';
import { isResizeOpen } from '../state/open-resize.ts';
import { sizesOf, withSizes } from '../spec/node-sizes.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import { compareNode } from './compare-node.ts';
import type { ExistingNode } from './existing-node.ts';
import type { DesiredNode, JudgedChange } from './plan.ts';

/**
 * Every differing field of a node that exists. While a resize is open, it differs from what is wanted by what was seen,
 * by what was agreed to and by what was asked, in this order: only when all three are the same is nothing left to do.
 */
export function compareExisting({ compared, record }: ExistingNode, desired: DesiredNode): readonly JudgedChange[] {
  const agreed = compareNode(compared, desired);
  if (!isResizeOpen(record)) return agreed;
  const against = (sizes: NodeSpec) =>
    compareNode({ ...compared, spec: withSizes(compared.spec, sizesOf(sizes)) }, desired);
  // What was only asked for exists nowhere, so giving it up replaces nothing.
  const asked = against(askedSpec(record)).map((change) => ({ ...change, needs: 'resize' as const }));
  const byPath = new Map<string, JudgedChange>();
  for (const change of [...against(seenSpec(record)), ...agreed, ...asked]) {
    if (!byPath.has(change.path)) byPath.set(change.path, change);
  }
  return [...byPath.values()];
}
