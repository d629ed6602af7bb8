import { formatSize } from '../spec/format-size.ts';
import type { DiskSpec } from '../spec/node-spec.ts';
import type { ResolvedDeployment, ResolvedNode } from './resolved-deployment.ts';

/**
 * Our own resolved fields as a manifest again, so that an operation can be run from what it was given. Reading it gives
 * the same deployment and the same hashes; nothing opaque is in it. User-data paths stay as they were written.
 */
export function renderKeptInputs(deployment: ResolvedDeployment): string {
  const { envelope, runtime, adminAddress, nodes, skipped } = deployment;
  const image = imageVars(envelope.image);
  const vars = {
    ...(adminAddress === null ? {} : { admin_ip: adminAddress }),
    node_admin_username: envelope.user,
    ...image,
    vm_arch: envelope.arch,
    vm_accel: runtime.accel,
    vm_network: runtime.network,
  };
  const lines = [
    '# What an operation was given, after inheritance and defaults.',
    'all:',
    `  vars: ${flow(vars)}`,
    '  hosts:',
  ];
  for (const node of nodes) lines.push(`    ${node.spec.address}: ${flow(nodeVars(node))}`);
  for (const { name, address } of skipped) lines.push(`    ${address}: ${flow({ nodename: name, vm_skip: true })}`);
  return `${lines.join('\n')}\n`;
}

function nodeVars({ spec, ports, protect, liftsProtection, userDataFile, ownImage }: ResolvedNode): {
  readonly [name: string]: unknown;
} {
  return {
    nodename: spec.name,
    ...(ownImage ? imageVars(spec.image) : {}),
    vm_cpu: spec.cpus,
    vm_mem: formatSize(spec.memoryBytes),
    vm_disk: formatSize(spec.rootDiskBytes),
    vm_disks: spec.disks.map(diskVars),
    vm_shares: spec.shares,
    ...(userDataFile === null ? {} : { vm_user_data: userDataFile }),
    vm_alias: spec.aliases,
    vm_ports: ports.map((port) => `${port.hostAddress}:${String(port.hostPort)}:${String(port.guestPort)}`),
    // Left out where nothing was said: written out, false takes a protection away.
    ...(protect || liftsProtection ? { vm_protect: protect } : {}),
  };
}

function diskVars({ path, sizeBytes, fs, persistent }: DiskSpec): { readonly [name: string]: unknown } {
  return { path, size: formatSize(sizeBytes), fs, persistent };
}

/** A normalised selector as the two variables that made it. */
function imageVars(selector: string): { readonly [name: string]: string } {
  const [image = selector, version] = selector.split('~');
  return version === undefined ? { vm_image: image } : { vm_image: image, vm_version: version };
}

// JSON is YAML, except that YAML wants a space behind a colon in flow mappings with unquoted keys.
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${name}: ${flow(part)}`)
    .join(', ')} }`;
}
