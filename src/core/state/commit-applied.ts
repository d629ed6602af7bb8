import stringify from 'fast-json-stable-stringify';
import type { NodeName } from '../names.ts';
import { compareEnvelope } from '../plan/compare-envelope.ts';
import { controlOf } from '../plan/control-of.ts';
import type { DesiredNode, Plan } from '../plan/plan.ts';
import type { SharedPolicy } from '../spec/envelope.ts';
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
  const deployment: Deployment = {
    ...document.deployment,
    ...sharedNow(document, plan),
    applied,
    control: controlOf(plan, document.deployment),
  };
  return { ...document, deployment };
}

/**
 * What all nodes share is agreed once all of them are made for it. The default image alone may move without them: it is
 * no drift, and new nodes inherit it.
 */
function sharedNow(document: StateDocument, plan: Plan): Partial<SharedPolicy> {
  const { envelope, runtime } = plan;
  const lags = Object.values(document.nodes).some(
    (node) => node.life !== 'destroyed' && compareEnvelope(node.madeFor, plan).length > 0,
  );
  if (!lags) return { envelope, runtime };
  return document.deployment === null ? {} : { envelope: { ...document.deployment.envelope, image: envelope.image } };
}

/** A definition as it is recorded once it is agreed to. */
export function appliedNode(desired: DesiredNode): AppliedNode {
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
  if (deployment.control !== controlOf(plan, deployment)) return true;
  if (deployment.controlKey === null && deployment.control !== null) return true;
  if (plan.drift.length === 0 && compareEnvelope(deployment, plan).length > 0) return true;
  return plan.nodes.some((node) => {
    const applied = deployment.applied[node.name];
    if (node.desired === null || node.outcome !== 'unchanged') return false;
    return applied === undefined || stringify(applied) !== stringify(appliedNode(node.desired));
  });
}
