import type { UserData } from '../seed/user-data.ts';
import type { ResolvedDeployment } from './resolved-deployment.ts';

/**
 * The deployment with the digests of its user-data files in their specs; `files` is keyed by the path as written.
 * Precondition: every path of the deployment is in it; a missing one is a bug of the caller and throws.
 */
export function withUserData(deployment: ResolvedDeployment, files: ReadonlyMap<string, UserData>): ResolvedDeployment {
  const nodes = deployment.nodes.map((node) => {
    if (node.userDataFile === null) return node;
    const userDataSha256 = files.get(node.userDataFile)?.sha256;
    if (userDataSha256 === undefined) throw new Error(`nothing was read for ${node.userDataFile}`);
    return { ...node, spec: { ...node.spec, userDataSha256 } };
  });
  return { ...deployment, nodes };
}
