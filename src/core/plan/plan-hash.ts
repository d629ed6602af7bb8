import type { Sha256 } from '../names.ts';
import { lanedHash } from './laned-hash.ts';
import type { PlannedDeployment, PlanNode } from './plan.ts';

/**
 * Hash over what would be done and to which lives. Not in it: the file's own digest (a comment or an opaque variable
 * changes nothing that is done), the order of the nodes, and the words of the commands.
 */
export function planHash(plan: PlannedDeployment, sha256: Sha256): string {
  const { envelope, runtime, drift, control } = plan;
  const named = new Map(plan.nodes.map((node) => [node.name, doneToNode(node)]));
  return lanedHash({ shared: { format: 3, envelope, runtime, drift, control }, named }, sha256);
}

function doneToNode({ outcome, changes, effects, committed, desired }: PlanNode): unknown {
  const wanted =
    desired === null ? null : { specHash: desired.specHash, protect: desired.protect, ports: desired.ports };
  // What a change needs is not hashed: outcome and effects say what is done for it.
  const differs = changes.map(({ path, from, to }) => ({ path, from, to }));
  return { outcome, changes: differs, effects, committed, wanted };
}
