import type { Failure } from '../../failure.ts';
import type { NodeName } from '../../names.ts';
import type { Position } from '../../position.ts';
import { bytesPerUnit } from '../../spec/format-size.ts';
import { defaultDiskBytes } from '../read/read-disks.ts';
import type { ResolvedNode } from '../resolved-deployment.ts';
import { type VariableName, variableNames } from '../variables.ts';
import { checkMounts } from './check-mounts.ts';
import type { Inherited } from './inherit.ts';
import { resolveImage } from './resolve-image.ts';

/** What a node gets when the manifest says nothing. */
const defaults = {
  cpus: 2,
  memoryBytes: 4096 * bytesPerUnit.MiB,
  rootDiskBytes: 64 * bytesPerUnit.GiB,
  disks: [{ id: 'data', path: '/data', sizeBytes: defaultDiskBytes, fs: 'auto', persistent: false }],
} as const;

/** One managed node from its inherited variables. */
export function resolveNode(
  host: { readonly name: NodeName; readonly address: string; readonly at: Position },
  vars: Inherited,
  report: (failure: Failure) => void,
): ResolvedNode {
  for (const name of variableNames) if (!namingVariables.includes(name)) vars.checkConflict(name, host.name);
  const disks = vars.get('vm_disks')?.value ?? defaults.disks;
  checkMounts({ subject: host.name, disks, shares: vars.get('vm_shares') }, report);
  return {
    spec: {
      name: host.name,
      address: host.address,
      cpus: vars.get('vm_cpu')?.value ?? defaults.cpus,
      memoryBytes: vars.get('vm_mem')?.value ?? defaults.memoryBytes,
      rootDiskBytes: vars.get('vm_disk')?.value ?? defaults.rootDiskBytes,
      disks,
      shares: vars.get('vm_shares')?.value ?? [],
      aliases: vars.get('vm_alias')?.value ?? [],
      image: resolveImage(vars.get('vm_image'), vars.get('vm_version'), { subject: host.name, report }),
      userDataSha256: null,
    },
    protect: vars.get('vm_protect')?.value ?? false,
    liftsProtection: vars.get('vm_protect')?.value === false,
    ports: vars.get('vm_ports')?.value ?? [],
    userDataFile: vars.get('vm_user_data')?.value ?? null,
    ownImage: Math.max(vars.depthOf('vm_image'), vars.depthOf('vm_version')) > 0,
    at: host.at,
  };
}

/** nameHost checks these, where they count. */
const namingVariables: readonly VariableName[] = ['nodename', 'pg_cluster', 'pg_seq'];
