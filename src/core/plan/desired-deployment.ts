import type { ResolvedDeployment } from '../manifest/resolved-deployment.ts';
import type { NodeName, Sha256 } from '../names.ts';
import type { Envelope, RuntimePolicy } from '../spec/envelope.ts';
import { hashSpec } from '../spec/hash-spec.ts';
import { sizesOf, withSizes } from '../spec/node-sizes.ts';
import { compareText } from '../compare-text.ts';
import { askedSpec } from '../state/asked-spec.ts';
import type { AppliedNode, Deployment, NodeRecord, StateDocument } from '../state/document.ts';
import { isResizeOpen } from '../state/open-resize.ts';
import { assignControl } from './assign-control.ts';
import type { DesiredNode } from './plan.ts';

/** What is wanted, whether a manifest says so or the applied specs stand in for one. */
export interface DesiredDeployment {
  readonly envelope: Envelope;
  readonly runtime: RuntimePolicy;
  readonly control: NodeName | null;
  readonly nodes: readonly DesiredNode[];
  /** Hosts that the manifest names and leaves alone. */
  readonly skipped: readonly NodeName[];
}

export function desiredFromManifest(
  resolved: ResolvedDeployment,
  options: { readonly appliedControl: NodeName | null; readonly sha256: Sha256 },
): DesiredDeployment {
  return {
    envelope: resolved.envelope,
    runtime: resolved.runtime,
    skipped: resolved.skipped.map((host) => host.name),
    ...assignControl(resolved, options),
  };
}

/**
 * The applied specs as the desired state, in manifest order. A node that was recorded but never agreed to (its creation
 * is unfinished) is wanted as it was begun: no file said that it should go.
 */
export function desiredFromApplied(document: StateDocument, deployment: Deployment, sha256: Sha256): DesiredDeployment {
  const applied = Object.values(deployment.applied).sort((a, b) => a.order - b.order);
  const begun = Object.values(document.nodes)
    .filter((record) => record.life !== 'destroyed' && deployment.applied[record.name] === undefined)
    .sort((a, b) => compareText(a.name, b.name));
  const nodes = [
    ...applied.map((node) => fromApplied(node, document.nodes[node.spec.name], { deployment, sha256 })),
    ...begun.map((record) => fromRecord(record, deployment.envelope, sha256)),
  ];
  return {
    envelope: deployment.envelope,
    runtime: deployment.runtime,
    control: deployment.control,
    skipped: [],
    nodes: nodes.map((node, order) => ({ ...node, order })),
  };
}

type Unplaced = Omit<DesiredNode, 'order'>;

/**
 * A resize that is under way is what was asked for last, though nothing has agreed to it yet. The control role may have
 * passed on since the node was agreed to: the deployment says who holds it.
 */
function fromApplied(
  applied: AppliedNode,
  record: NodeRecord | undefined,
  { deployment, sha256 }: { readonly deployment: Deployment; readonly sha256: Sha256 },
): Unplaced {
  const unhashed = { protect: applied.protect, liftsProtection: false, ports: applied.ports, userDataFile: null };
  const isOpen = record !== undefined && isResizeOpen(record);
  const control = applied.spec.name === deployment.control;
  if (!isOpen && applied.spec.control === control) {
    return { spec: applied.spec, specHash: applied.specHash, ...unhashed };
  }
  const sized = isOpen ? withSizes(applied.spec, sizesOf(askedSpec(record))) : applied.spec;
  const spec = { ...sized, control };
  return { spec, specHash: hashSpec({ envelope: deployment.envelope, node: spec }, sha256), ...unhashed };
}

function fromRecord(record: NodeRecord, envelope: Envelope, sha256: Sha256): Unplaced {
  const specHash = hashSpec({ envelope, node: record.spec }, sha256);
  return { spec: record.spec, specHash, protect: false, liftsProtection: false, ports: [], userDataFile: null };
}
