import stringify from 'fast-json-stable-stringify';
import type { NodeName } from '../names.ts';
import type { DesiredNode, Plan } from '../plan/plan.ts';
import type { AppliedNode, Deployment, StateDocument } from './document.ts';

/**
 * What the command agreed to becomes applied: for the nodes named here, and the control role with them. Definitions of
 * nodes outside stay as they are, so a scoped command cannot speak for the others.
 */
export function commitApplied(document: StateDocument, plan: Plan, agreed: readonly NodeName[]): StateDocument {
  if (document.deployment === null) return document;
  const applied: { [name: string]: AppliedNode } = { ...document.deployment.applied };
  for (const node of plan.nodes) {
    if (node.desired !== null && agreed.includes(node.name)) applied[node.name] = appliedNode(node.desired);
  }
  // The default image alone may move without the whole deployment: it is no drift, and new nodes inherit it.
  const envelope = { ...document.deployment.envelope, image: plan.envelope.image };
  const deployment: Deployment = { ...document.deployment, envelope, applied, control: plan.control };
  return { ...document, deployment };
}

function appliedNode(desired: DesiredNode): AppliedNode {
  return {
    spec: desired.spec,
    specHash: desired.specHash,
    protect: desired.protect,
    ports: desired.ports,
    order: desired.order,
  };
}

/** True when a commit of these nodes would change what is applied. */
export function appliedDiffers(document: StateDocument, plan: Plan): boolean {
  const deployment = document.deployment;
  if (deployment === null) return true;
  if (deployment.control !== plan.control) return true;
  return plan.nodes.some((node) => {
    const applied = deployment.applied[node.name];
    if (node.desired === null || node.outcome !== 'unchanged') return false;
    return applied === undefined || stringify(applied) !== stringify(appliedNode(node.desired));
  });
}
