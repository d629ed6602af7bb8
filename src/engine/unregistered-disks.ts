import { failure } from '../core/failure.ts';
import type { NodeName } from '../core/names.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { UnregisteredDisk } from '../core/state/unregistered.ts';
import type { EnginePorts } from './engine-ports.ts';
import { findKeptDisks } from './recovery/find-kept-disks.ts';

type LookingPorts = Pick<EnginePorts, 'home' | 'store' | 'hypervisor' | 'layout'>;

/** Data disks that no record and no node folder names. Read-only. */
export async function unregisteredDisks(
  ports: LookingPorts,
  document: StateDocument | null,
): Promise<Result<readonly UnregisteredDisk[]>> {
  const folders = await ports.home.nodeFolders();
  if (!folders.ok) return folders;
  const disks = await findKeptDisks(ports, { document, named: folders.value.flatMap(({ made }) => made?.disks ?? []) });
  if (!disks.ok) return disks;
  const { known, nameless } = disks.value;
  return ok([
    ...known.map(({ file, node, disk }) => ({ file, of: { node, disk } })),
    ...nameless.map((file) => ({ file, of: null })),
  ]);
}

/**
 * `unregistered_disks` while a kept disk of one of these nodes, which are to be made, is in no record: the new node would
 * get an empty one in its place.
 */
export async function requireDisksRegistered(
  ports: LookingPorts,
  document: StateDocument | null,
  creates: readonly NodeName[],
): Promise<Result<void>> {
  if (creates.length === 0) return ok(undefined);
  const disks = await unregisteredDisks(ports, document);
  if (!disks.ok) return disks;
  const found = disks.value.filter(({ of }) => of !== null && creates.includes(of.node));
  return found.length === 0 ? ok(undefined) : fail(failure('unregistered_disks', { found }));
}
