import type { ResolvedDeployment } from '../manifest/resolved-deployment.ts';
import type { NodeName, Sha256 } from '../names.ts';
import { hashSpec } from '../spec/hash-spec.ts';
import type { DesiredNode } from './plan.ts';

export interface ControlAssignment {
  /** Null only for a deployment without managed nodes. */
  readonly control: NodeName | null;
  readonly nodes: readonly DesiredNode[];
}

/**
 * Gives exactly one node the control role and hashes every node: `admin_ip`, else the applied control node while it is
 * still in the manifest, else the first managed host. So a host added above the first moves no role and changes no hash.
 */
export function assignControl(
  resolved: ResolvedDeployment,
  { appliedControl, sha256 }: { readonly appliedControl: NodeName | null; readonly sha256: Sha256 },
): ControlAssignment {
  const names = resolved.nodes.map((node) => node.spec.name);
  const admin = resolved.nodes.find((node) => node.spec.address === resolved.adminAddress)?.spec.name;
  const stays = names.find((name) => name === appliedControl);
  const control = admin ?? stays ?? names[0] ?? null;
  const nodes = resolved.nodes.map((node, order) => {
    const spec = { ...node.spec, control: node.spec.name === control };
    return {
      spec,
      specHash: hashSpec({ envelope: resolved.envelope, node: spec }, sha256),
      protect: node.protect,
      liftsProtection: node.liftsProtection,
      ports: node.ports,
      userDataFile: node.userDataFile,
      order,
    };
  });
  return { control, nodes };
}
