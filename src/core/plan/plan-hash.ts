import { canonicalJson } from '../spec/canonical-json.ts';
import { compareText } from '../compare-text.ts';
import type { Sha256 } from '../names.ts';
import type { PlannedDeployment, PlanNode } from './plan.ts';

/**
 * Hash over what would be done and to which lives. Not in it: the file's own digest (a comment or an opaque variable
 * changes nothing that is done), the order of the nodes, and the words of the commands.
 */
export function planHash(plan: PlannedDeployment, sha256: Sha256): string {
  const { envelope, runtime, drift, control } = plan;
  const nodes = [...plan.nodes].sort((a, b) => compareText(a.name, b.name)).map(doneToNode);
  return sha256(canonicalJson({ format: 1, envelope, runtime, drift, control, nodes }));
}

function doneToNode({ name, outcome, changes, effects, committed, desired }: PlanNode): unknown {
  const wanted =
    desired === null ? null : { specHash: desired.specHash, protect: desired.protect, ports: desired.ports };
  return { name, outcome, changes, effects, committed, wanted };
}
