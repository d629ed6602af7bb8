import type { NodeName } from '../names.ts';
import type { AppliedNode, Deployment, StateDocument } from './document.ts';

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
  return { ...deployment, applied, control: deployment.control === name ? nextControl(applied) : deployment.control };
}

/** The first remaining node in manifest order. */
function nextControl(applied: { readonly [name: string]: AppliedNode }): NodeName | null {
  const [first] = Object.values(applied).sort((a, b) => a.order - b.order);
  return first?.spec.name ?? null;
}
