import { type Failure, failure } from '../failure.ts';
import type { Position } from '../position.ts';
import { type Result, fail, ok } from '../result.ts';
import type { HostEntry, Manifest } from './manifest.ts';
import { collectComplaints } from './collect-complaints.ts';
import { checkAddresses } from './resolve/check-addresses.ts';
import { checkUnique } from './resolve/check-unique.ts';
import { groupPlaces } from './resolve/group-places.ts';
import { type Inherited, inheritance } from './resolve/inherit.ts';
import { type NamedHost, nameHost } from './resolve/name-host.ts';
import { resolveAdmin } from './resolve/resolve-admin.ts';
import { resolveEnvelope } from './resolve/resolve-envelope.ts';
import { resolveNode } from './resolve/resolve-node.ts';
import type { ResolvedDeployment } from './resolved-deployment.ts';

/** A host with everything that is written about it. */
interface Host {
  readonly address: string;
  readonly at: Position;
  readonly vars: Inherited;
  readonly named: NamedHost;
}

/**
 * Manifest → what it asks for, or every complaint at once, sorted by line, up to the limit of collectComplaints. The digests of user-data files are not in it
 * yet: `userDataSha256` is null until withUserData has put them in.
 */
export function resolveManifest(manifest: Manifest): Result<ResolvedDeployment> {
  const { value, complaints } = collectComplaints(manifest.complaints, (report) => resolveWhole(manifest, report));
  // A host with a wrong key is no host; its own complaint says all there is to say.
  if (complaints.length > 0) return fail(...complaints);
  if (value !== null) return ok(value);
  const skipped = byAddress(manifest.hosts).length;
  return fail(failure('no_managed_hosts', { at: { file: manifest.file, line: 1, column: 1 }, skipped }));
}

/** What the manifest asks for, wrong as it may be; null when no host is managed. */
function resolveWhole(manifest: Manifest, report: (complaint: Failure) => void): ResolvedDeployment | null {
  const places = groupPlaces(manifest.groups, report);
  const inherit = inheritance({ groups: manifest.groups, places, report });
  const hosts = byAddress(manifest.hosts).map((entries): Host => {
    const { address, at } = entries[0];
    const vars = inherit(entries);
    // A skipped host is not ours: its name only labels it.
    const isSkipped = vars.get('vm_skip')?.value === true;
    return { address, at, vars, named: nameHost({ address, at }, vars, isSkipped ? () => undefined : report) };
  });
  const skipped = hosts.filter(({ vars }) => vars.get('vm_skip')?.value === true);
  const managed = hosts.filter(({ vars }) => vars.get('vm_skip')?.value !== true);
  const checked = managed.map(({ address, at, vars, named }) => ({
    node: resolveNode({ name: named.name, address, at }, vars, report),
    named,
    alias: vars.get('vm_alias'),
    ports: vars.get('vm_ports'),
  }));
  for (const complaint of [...checkAddresses(managed), ...checkUnique(checked)]) report(complaint);
  const adminAddress = resolveAdmin(manifest, { managed, skipped, report });
  const first = managed[0];
  if (first === undefined) return null;
  const sharing = managed.map(({ named, vars }) => ({ name: named.name, vars }));
  const { envelope, runtime } = resolveEnvelope(manifest, { address: first.address, nodes: sharing, report });
  const named = skipped.map((host) => ({ name: host.named.name, address: host.address }));
  return { envelope, runtime, adminAddress, nodes: checked.map(({ node }) => node), skipped: named };
}

/** The entries of each host, in the order in which hosts first appear. */
function byAddress(entries: readonly HostEntry[]): readonly (readonly [HostEntry, ...HostEntry[]])[] {
  const hosts = new Map<string, [HostEntry, ...HostEntry[]]>();
  for (const entry of entries) {
    const known = hosts.get(entry.address);
    if (known === undefined) hosts.set(entry.address, [entry]);
    else known.push(entry);
  }
  return [...hosts.values()];
}
