import type { NodeName } from '../names.ts';
import { compareText } from '../compare-text.ts';
import type { AppliedNode, Deployment, NodeRecord, StateDocument } from './document.ts';

/** Marks a node as destroyed, drops what was applied for it and passes the control role on, all in one value. */
export function markDestroyed(document: StateDocument, name: NodeName): StateDocument {
  const record = document.nodes[name];
  if (record === undefined) return document;
  const nodes = { ...document.nodes, [name]: { ...record, life: 'destroyed' as const, guest: null, sshPort: null } };
  return { ...document, nodes, deployment: deploymentWithout(document, name) };
}

function deploymentWithout(document: StateDocument, name: NodeName): Deployment | null {
  const deployment = document.deployment;
  if (deployment === null) return null;
  const living = Object.values(document.nodes).filter((node) => node.life !== 'destroyed' && node.name !== name);
  // The last node ends the deployment: the next `up` is a new one, with a new id and a new private network.
  if (living.length === 0) return null;
  const applied = Object.fromEntries(Object.entries(deployment.applied).filter(([key]) => key !== name));
  if (deployment.control !== name) return { ...deployment, applied };
  // The next holder gets a key of its own from the next up; the one that went with this node opens nothing after that.
  return { ...deployment, applied, control: nextControl(applied, living), controlKey: null };
}

/** The first remaining node in manifest order; one that is still being made stands behind those that were agreed to. */
function nextControl(
  applied: { readonly [name: string]: AppliedNode },
  living: readonly NodeRecord[],
): NodeName | null {
  const [first] = Object.values(applied).sort((a, b) => a.order - b.order);
  const [begun] = living.map((record) => record.name).sort(compareText);
  return first?.spec.name ?? begun ?? null;
}
