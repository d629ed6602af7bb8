import type { MachineRecord } from '../state/document.ts';
import type { NodeFile } from '../state/node-file.ts';
import type { PartKind } from '../state/part.ts';
import type { ProcessIdentity } from '../state/process-identity.ts';

/** A node folder that says whose it is, and what was seen of the node. */
export interface FoundNode {
  /** Relative to the home. */
  readonly folder: string;
  readonly file: NodeFile;
  /** Its files that are there; a data disk by the identity of the disk within the node. */
  readonly present: { readonly kinds: ReadonlySet<PartKind>; readonly disks: ReadonlySet<string> };
  /** Public half of its host key. */
  readonly publicKey: string | null;
  /** Its guest has written to its console: it has run. */
  readonly hasRun: boolean;
  /** The VM that runs now; null where none was seen. */
  readonly vm: {
    readonly identity: ProcessIdentity;
    readonly paused: boolean;
    /** Null when its words do not tell. */
    readonly accelerator: MachineRecord['accelerator'] | null;
  } | null;
}
