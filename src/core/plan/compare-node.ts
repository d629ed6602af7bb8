import type { PortForward } from '../spec/envelope.ts';
import type { NodeSpec, ShareSpec } from '../spec/node-spec.ts';
import { compareDisks } from './compare-disks.ts';
import type { JudgedChange } from './plan.ts';
import { formatSize } from '../spec/format-size.ts';

/** What a node is compared by: its hashed spec and the unhashed fields next to it. */
export interface ComparedNode {
  readonly spec: NodeSpec;
  readonly protect: boolean;
  readonly ports: readonly PortForward[];
}

/** Every differing field, in the order of the manifest's table. */
export function compareNode(from: ComparedNode, to: ComparedNode): readonly JudgedChange[] {
  const a = from.spec;
  const b = to.spec;
  const rootNeeds = b.rootDiskBytes > a.rootDiskBytes ? 'resize' : 'recreate';
  return [
    ...scalar('recreate', 'address', a.address, b.address),
    ...scalar('recreate', 'vm_image', a.image, b.image),
    ...scalar('resize', 'vm_cpu', a.cpus, b.cpus),
    ...scalar('resize', 'vm_mem', formatSize(a.memoryBytes), formatSize(b.memoryBytes)),
    ...scalar(rootNeeds, 'vm_disk', formatSize(a.rootDiskBytes), formatSize(b.rootDiskBytes)),
    ...compareDisks(a.disks, b.disks),
    ...compareShares(a.shares, b.shares),
    ...scalar('recreate', 'vm_user_data', digestWords(a.userDataSha256), digestWords(b.userDataSha256)),
    ...list('vm_alias', a.aliases, b.aliases),
    ...list('vm_ports', from.ports.map(portWords).sort(), to.ports.map(portWords).sort()),
    ...scalar('record', 'vm_protect', from.protect, to.protect),
    ...scalar('record', 'control', a.control, b.control),
  ];
}

function scalar(
  needs: JudgedChange['needs'],
  path: string,
  ...[from, to]: readonly [from: string | number | boolean | null, to: string | number | boolean | null]
): readonly JudgedChange[] {
  return from === to ? [] : [{ path, from, to, needs }];
}

function list(path: string, from: readonly string[], to: readonly string[]): readonly JudgedChange[] {
  const same = from.length === to.length && from.every((item, index) => item === to[index]);
  return same ? [] : [{ path, from, to, needs: 'record' }];
}

function compareShares(from: readonly ShareSpec[], to: readonly ShareSpec[]): readonly JudgedChange[] {
  const guests = [...new Set([...from, ...to].map((share) => share.guest))].sort();
  return guests.flatMap((guest): readonly JudgedChange[] => {
    const a = from.find((share) => share.guest === guest);
    const b = to.find((share) => share.guest === guest);
    if (a !== undefined && b !== undefined && a.host === b.host && a.readonly === b.readonly) return [];
    return [{ path: `vm_shares[${guest}]`, from: a ?? null, to: b ?? null, needs: 'recreate' }];
  });
}

function digestWords(sha256: string | null): string | null {
  return sha256 === null ? null : `sha256:${sha256}`;
}

function portWords(forward: PortForward): string {
  return `${forward.hostAddress}:${String(forward.hostPort)}:${String(forward.guestPort)}`;
}
