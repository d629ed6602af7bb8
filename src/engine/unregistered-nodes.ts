import { failure } from '../core/failure.ts';
import type { NodeName } from '../core/names.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { misplacedFolders } from '../core/recovery/misplaced-folders.ts';
import { livesOf } from '../core/state/find-life.ts';
import { homePaths } from '../core/state/home-paths.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { Unregistered } from '../core/state/unregistered.ts';
import type { EnginePorts } from './engine-ports.ts';
import { type UnknownFolders, unknownFolders } from './unknown-folders.ts';
import { vmsOfHome } from './vms-of-home.ts';

export type LookingPorts = Pick<EnginePorts, 'store' | 'home' | 'processes' | 'layout'>;

/** What stands in the home and is in no record. */
export interface Strays {
  readonly found: readonly Unregistered[];
  /** The document is of another deployment: none of what is here is what it names. */
  readonly isForeign: boolean;
}

/**
 * What stands below `nodes/` and is in no record, and the VMs of this home that nothing else tells of, with what can be
 * told about them. Read-only.
 */
export async function unregisteredNodes(ports: LookingPorts, document: StateDocument | null): Promise<Result<Strays>> {
  const looked = await unknownFolders(ports, document);
  return looked.ok ? ok({ found: strays(ports, looked.value), isForeign: looked.value.isForeign }) : looked;
}

/**
 * `unregistered_nodes` while a node of ours stands there that no record names and that the command could act over: it
 * could be made a second time, or be forgotten; one whose `node.json` does not read is known by the name of its folder. Of
 * `all` nodes, or of those of these names; with another deployment's document of all in any case.
 */
export async function requireRegistered(
  ports: LookingPorts,
  document: StateDocument | null,
  concerns: 'all' | readonly NodeName[],
): Promise<Result<void>> {
  const looked = await unknownFolders(ports, document);
  if (!looked.ok) return looked;
  const { unknown, isForeign, document: current } = looked.value;
  const called = new Map(unknown.map((folder) => [`nodes/${folder.name}`, folder.called]));
  const found = strays(ports, looked.value).filter(({ made, folder }) => {
    const name = made?.name ?? called.get(folder ?? '') ?? null;
    return name !== null && (concerns === 'all' || isForeign || concerns.includes(name));
  });
  const recordOf = isForeign ? (current?.deployment?.id ?? null) : null;
  return found.length === 0 ? ok(undefined) : fail(failure('unregistered_nodes', { found, recordOf }));
}

/** `unregistered_nodes` when the document is another deployment's: then nothing that it says may be acted on or judged. */
export async function requireOwnDocument(ports: LookingPorts, document: StateDocument | null): Promise<Result<void>> {
  const looked = await unknownFolders(ports, document);
  if (!looked.ok) return looked;
  return looked.value.isForeign ? requireRegistered(ports, document, 'all') : ok(undefined);
}

function strays(
  ports: LookingPorts,
  { folders, unknown, document, isForeign }: UnknownFolders,
): readonly Unregistered[] {
  const vms = vmsOfHome(ports);
  const misplaced = misplacedFolders(folders, isForeign ? null : document);
  const standing = unknown.map(({ name, made }): Unregistered => {
    const folder = `nodes/${name}`;
    // A VM tells by its words what a node.json that does not read would.
    const vm = vms.find((each) => homePaths.nodeFolder(each.name, each.uuid) === folder);
    const byWords = vm === undefined ? null : { name: vm.name, uuid: vm.uuid, deploymentId: null };
    const whose = made === null ? byWords : withoutDisks(made);
    const elsewhere = misplaced.get(folder) ?? null;
    const pids = vms.filter(({ uuid }) => uuid === whose?.uuid).map(({ pid }) => pid);
    return { folder, made: whose, pids: elsewhere?.kind === 'copy' ? [] : pids, misplaced: elsewhere };
  });
  const lives = (document === null ? [] : livesOf(document)).filter(({ life }) => life !== 'destroyed');
  const told = new Set([
    ...lives.map(({ uuid }) => uuid),
    ...folders.flatMap(({ made }) => made?.uuid ?? []),
    ...standing.flatMap(({ made }) => made?.uuid ?? []),
  ]);
  const homeless = vms
    .filter(({ uuid }) => !told.has(uuid))
    .map(({ name, uuid, pid }): Unregistered => {
      return { folder: null, made: { name, uuid, deploymentId: null }, pids: [pid], misplaced: null };
    });
  return [...standing, ...homeless];
}

function withoutDisks({ name, uuid, deploymentId }: NonNullable<Unregistered['made']>): Unregistered['made'] {
  return { name, uuid, deploymentId };
}
