import type { NodeName } from '../names.ts';
import type { DeletedWith } from '../plan/deleted-with.ts';
import type { UnknownWhy } from '../recovery/evidence.ts';
import type { Standing } from '../state/standing.ts';

/** Trouble that only shows when a plan meets what is really there. */
export interface EngineFailures {
  evidence_unknown: { readonly node: NodeName; readonly why: UnknownWhy; readonly detail: string };
  /** This home or the other one is a copy; `detail` names that one. */
  vm_of_other_home: { readonly node: NodeName; readonly detail: string };
  image_chain_broken: { readonly node: NodeName; readonly problem: string };
  /** A file that the record says was made is not there. `helps`: what makes another file in its place, at the cost of no bytes that are still there; null for nothing. */
  node_file_missing: { readonly node: NodeName; readonly file: string; readonly helps: 'recreate' | 'destroy' | null };
  retained_incompatible: {
    readonly node: NodeName;
    readonly path: string;
    readonly problem: string;
    /** What the manifest can say instead. */
    readonly remedy: string;
    readonly deletedWith: DeletedWith;
  };
  disk_space_short: { readonly mountPoint: string; readonly freeBytes: number; readonly neededBytes: number };
  memory_short: { readonly node: NodeName; readonly memoryBytes: number; readonly totalBytes: number };
  vm_not_running: {
    readonly node: NodeName;
    /** What was begun on it and has not ended. */
    readonly begun: 'creation' | 'recreate' | 'destruction' | null;
    readonly standing: Standing;
  };
  no_deployment: { readonly command: string };
  nothing_desired: { readonly command: string };
  image_too_large: {
    readonly node: NodeName;
    readonly image: string;
    readonly imageBytes: number;
    readonly diskBytes: number;
  };
  /** Only the manifest knows where the file is, and there is none, or its file has changed since the creation began. */
  user_data_absent: { readonly nodes: readonly NodeName[] };
}
