import type { DiskSpec, NodeSpec } from '../spec/node-spec.ts';
import type { NodeRecord, RetainedDisk, StateDocument } from '../state/document.ts';
import { takeableDisks } from '../state/kept-disks.ts';
import type { Part } from '../state/part.ts';
import { disksToTake } from './disks-to-take.ts';
import { endingActions } from './other-lives.ts';

/** What becomes of one disk when a node gets its first life, or a new one. */
export interface DiskFate {
  /**
   * `replaced`: its bytes go, and an empty one takes its place. `deleted`: they go, and none does. `kept`: the new life
   * has it. `set_aside`: kept without a node, until one of this name wants its path again. `attached`: was kept so, and is
   * taken over. `made`: an empty one, where there was none.
   */
  readonly end: 'replaced' | 'deleted' | 'kept' | 'set_aside' | 'attached' | 'made';
  /** Null for the root disk. */
  readonly path: string | null;
  /** Below the home; null for one that is made. */
  readonly file: string | null;
  /** Null for one that is made. */
  readonly hasBytes: number | null;
  /** Null for one that the new life does not get. */
  readonly getsBytes: number | null;
}

/** Every disk of a node of which nothing exists yet, or whose creation was begun. */
export function creationFates(spec: NodeSpec, document: StateDocument | null): readonly DiskFate[] {
  const root: DiskFate = { end: 'made', path: null, file: null, hasBytes: null, getsBytes: spec.rootDiskBytes };
  return [root, ...newFates(spec.disks, document === null ? [] : takenOver(spec, document))];
}

/** Every disk of a node that is recreated as `to`: the old ones, then those that come to them. */
export function replacementFates(own: NodeRecord, to: NodeSpec, document: StateDocument): readonly DiskFate[] {
  const takeable = takeableDisks(document, own.name);
  const taking = disksToTake(to.disks, takeable).map(({ disk }) => disk);
  const old = own.parts.flatMap((part) => oldFate(part, { own, to, taking }));
  const stays = new Set(old.filter(({ end }) => end === 'kept' || end === 'replaced').map(({ path }) => path));
  const coming = to.disks.filter(({ path }) => !stays.has(path));
  return [...old, ...newFates(coming, takeable)];
}

/** Every disk that goes with a life which was replaced before; those of lives that stay are not its own any more. */
export function leftoverFates(life: NodeRecord, staying: readonly NodeRecord[]): readonly DiskFate[] {
  const stays = new Set(staying.flatMap(({ parts }) => parts.flatMap(({ diskUuid }) => diskUuid ?? [])));
  const parts = life.parts.filter(({ diskUuid }) => diskUuid === null || !stays.has(diskUuid));
  return parts.flatMap((part) => oldFate(part, { own: life, to: null, taking: [] }));
}

/** A creation that was begun has on record what it took over, and makes its other disks itself. */
function takenOver(spec: NodeSpec, document: StateDocument): readonly RetainedDisk[] {
  const takeable = takeableDisks(document, spec.name);
  const own = document.nodes[spec.name];
  if (own === undefined || own.life === 'destroyed') return takeable;
  const begun = new Set(own.parts.filter(wasTakenOver).map(({ diskUuid }) => diskUuid));
  return takeable.filter(({ diskUuid }) => begun.has(diskUuid));
}

function newFates(disks: readonly DiskSpec[], takeable: readonly RetainedDisk[]): readonly DiskFate[] {
  const taking = disksToTake(disks, takeable);
  return disks.map(({ id, path, sizeBytes: getsBytes }) => {
    const taken = taking.find(({ wanted }) => wanted.id === id)?.disk;
    if (taken === undefined) return { end: 'made', path, file: null, hasBytes: null, getsBytes };
    return { end: 'attached', path, file: taken.file, hasBytes: taken.virtualSizeBytes, getsBytes };
  });
}

interface Replaced {
  readonly own: NodeRecord;
  /** Null where nothing comes in its place. */
  readonly to: NodeSpec | null;
  /** What comes in its place takes these over. */
  readonly taking: readonly RetainedDisk[];
}

function oldFate(part: Part, { own, to, taking }: Replaced): readonly DiskFate[] {
  if (!isThere(part)) return [];
  if (part.kind === 'root_disk') {
    const hasBytes = sizeOf(part, own.spec.rootDiskBytes);
    const end = to === null ? 'deleted' : 'replaced';
    return [{ end, path: null, file: part.file, hasBytes, getsBytes: to?.rootDiskBytes ?? null }];
  }
  const was = own.spec.disks.find(({ id }) => id === part.disk);
  if (part.kind !== 'data_disk' || was === undefined) return [];
  const fate = { path: was.path, file: part.file, hasBytes: sizeOf(part, was.sizeBytes) };
  const getsBytes = to?.disks.find(({ id }) => id === was.id)?.sizeBytes ?? null;
  const taken = taking.find(({ disk }) => disk === was.id);
  if (getsBytes !== null && taken?.diskUuid === part.diskUuid) return [{ ...fate, end: 'kept', getsBytes }];
  if (retains(own, part)) return [{ ...fate, end: 'set_aside', getsBytes: null }];
  const isReplaced = getsBytes !== null && taken === undefined;
  return [isReplaced ? { ...fate, end: 'replaced', getsBytes } : { ...fate, end: 'deleted', getsBytes: null }];
}

/** Asked of the very steps that end this life. */
function retains(own: NodeRecord, { diskUuid }: Part): boolean {
  return endingActions(own).some((action) => action.kind === 'retain_data_disk' && action.diskUuid === diskUuid);
}

function wasTakenOver({ outputs }: Part): boolean {
  return outputs['reattached'] === true;
}

function isThere({ state }: Part): boolean {
  return state !== 'pending' && state !== 'claimed' && state !== 'destroyed' && state !== 'retained';
}

function sizeOf(part: Part, specBytes: number): number {
  const size = part.outputs['virtualSizeBytes'];
  return typeof size === 'number' ? size : specBytes;
}
