import type { NodeName, Uuid } from '../names.ts';
import { misplacedAdvice } from './misplaced-advice.ts';

/** Who a node folder or a VM belongs to. */
export interface FolderIdentity {
  readonly name: NodeName;
  readonly uuid: Uuid;
  /** Null where only the words of a process tell whose it is: there is no node.json, or it does not read. */
  readonly deploymentId: Uuid | null;
}

/** A folder below `nodes/` that no record names, or a VM of this home of which there is not even a folder. */
export interface Unregistered {
  /** Relative to the home; null for a VM whose folder is gone. */
  readonly folder: string | null;
  /** Null when nothing in it says that Paddock made it. */
  readonly made: FolderIdentity | null;
  /** Processes that were started with its UUID. None seen is no proof: another user's cannot be read. */
  readonly pids: readonly number[];
  /** Set where its node.json is that of a node which has another folder. */
  readonly misplaced: Misplaced | null;
}

/** A folder that says it is a node and is none: a second one of it, or its only one under another name. */
export interface Misplaced {
  readonly kind: 'copy' | 'renamed';
  /** The folder of the node, relative to the home. */
  readonly of: string;
}

/** A data disk that no record and no node folder names. */
export interface UnregisteredDisk {
  /** Relative to the home. */
  readonly file: string;
  /** Whose it was by the operations on file; null when none tells. */
  readonly of: { readonly node: NodeName; readonly disk: string } | null;
}

/** Whether it can be taken into a record: only its node.json tells the deployment. */
export function isAdoptable({ folder, made, misplaced }: Unregistered): boolean {
  return folder !== null && made !== null && made.deploymentId !== null && misplaced === null;
}

/** One such folder or VM in a few words. */
export function unregisteredWords({ folder, made, pids, misplaced }: Unregistered): string {
  if (made === null) return folder ?? '';
  if (misplaced !== null) return `${folder ?? ''} (${misplacedAdvice(made, misplaced)})`;
  const runs = pids.length === 0 ? 'no VM of it seen' : `its VM runs as pid ${pids.join(', ')}`;
  const untold = folder !== null && made.deploymentId === null ? ', its node.json does not read' : '';
  return `${folder ?? 'a VM without a folder'} (node ${made.name}, UUID ${made.uuid}, ${runs}${untold})`;
}

/** One such disk in a few words. */
export function unregisteredDiskWords({ file, of }: UnregisteredDisk): string {
  return of === null ? `${file} (nothing on file tells whose it was)` : `${file} (${of.disk} of ${of.node})`;
}
