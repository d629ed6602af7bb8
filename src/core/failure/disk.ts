import type { NodeName } from '../names.ts';

/** Trouble with data disks and their snapshots. */
export interface DiskFailures {
  unknown_disk: { readonly node: NodeName; readonly path: string; readonly known: readonly string[] };
  unknown_snapshot: {
    readonly node: NodeName;
    readonly path: string;
    readonly snapshot: string;
    readonly known: readonly string[];
  };
  /** `doing` as the end of "the VM has to be stopped to". */
  disk_in_use: { readonly node: NodeName; readonly path: string; readonly doing: string };
  /** `problem` after the name of the file. */
  data_disk_broken: {
    readonly node: NodeName;
    readonly path: string;
    readonly file: string;
    readonly problem: string;
  };
  disk_retained: { readonly node: NodeName; readonly path: string };
  snapshot_limit: { readonly node: NodeName; readonly path: string; readonly kept: number; readonly oldest: string };
  snapshot_exists: { readonly file: string; readonly snapshot: string };
  /** A restore was begun on the disk and did not end: what is on it is neither the one nor the other. */
  restore_unfinished: { readonly node: NodeName; readonly path: string; readonly snapshot: string };
  /** The new file would stand in the home, where only what Paddock knows may. */
  export_in_home: { readonly path: string; readonly home: string };
  export_exists: { readonly path: string };
}
