import type { ResolvedDeployment } from '../manifest/resolved-deployment.ts';
import type { NodeName, Sha256 } from '../names.ts';
import type { Envelope, RuntimePolicy } from '../spec/envelope.ts';
import { hashSpec } from '../spec/hash-spec.ts';
import { compareText } from '../compare-text.ts';
import type { AppliedNode, Deployment, NodeRecord, StateDocument } from '../state/document.ts';
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
    ...applied.map(fromApplied),
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

function fromApplied({ spec, specHash, protect, ports }: AppliedNode): Unplaced {
  return { spec, specHash, protect, ports, userDataFile: null };
}

function fromRecord(record: NodeRecord, envelope: Envelope, sha256: Sha256): Unplaced {
  const specHash = hashSpec({ envelope, node: record.spec }, sha256);
  return { spec: record.spec, specHash, protect: false, ports: [], userDataFile: null };
}
