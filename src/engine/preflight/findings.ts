import type { Failure } from '../../core/failure.ts';
import type { NodeName } from '../../core/names.ts';
import type { DeletedWith } from '../../core/plan/deleted-with.ts';
import type { NodeRecord, RetainedDisk } from '../../core/state/document.ts';
import type { NodeShares } from '../../core/share/share-overlaps.ts';
import type { PortForward, RuntimePolicy } from '../../core/spec/envelope.ts';
import type { DiskSpec, NodeSpec } from '../../core/spec/node-spec.ts';
import type { StoredImage } from '../../ports/image-store.ts';
import type { EnginePorts } from '../engine-ports.ts';
import type { HostFindings } from '../node-context.ts';

/** What a command is about to need from the host. */
export interface Needs {
  readonly arch: 'amd64' | 'arm64';
  readonly runtime: RuntimePolicy;
  /** Nodes, or lives of nodes, of which nothing exists yet. */
  readonly creates: readonly NodeSpec[];
  /** Nodes whose next life is among `creates`, with the life that it replaces. */
  readonly replaces: readonly Replacing[];
  /** Kept disks that the new nodes and lives take over. */
  readonly kept: readonly KeptDisk[];
  /** Nodes that exist, or exist in part, and whose QEMU will be launched: one that is there already holds what it needs. */
  readonly starts: readonly NodeRecord[];
  /** Nodes whose QEMU is there and will be stopped first: ports and memory are its own until then. */
  readonly restarts: readonly NodeRecord[];
  /** Nodes that change size, running or not, with their resize begun in the record; also in the lists above where they start. */
  readonly resizes: readonly NodeRecord[];
  /** Ports of the host that QEMU will begin to listen on, beside those of ssh. */
  readonly forwards: readonly PortForward[];
  /** Shares of every node that the command leaves in the lab, or of those that it starts: two of them may not overlap. */
  readonly sharing: readonly NodeShares[];
  /** User-data files that are at hand, by their SHA-256. */
  readonly userData: ReadonlyMap<string, Uint8Array>;
}

export interface Replacing {
  readonly own: NodeRecord;
  readonly spec: NodeSpec;
  /** Its QEMU is there and will be stopped first: port and memory are its own until then. */
  readonly launched: boolean;
}

export interface KeptDisk {
  readonly disk: RetainedDisk;
  readonly wanted: DiskSpec;
  readonly deletedWith: DeletedWith;
}

/** One read-only check. All of them run before anything that exists is touched. */
export interface Check {
  /** What it looks at, for people. */
  readonly name: string;
  /** What it wants to find, for people, as the end of "needs". */
  readonly needs: string;
  /** What is not as it should be, each with what was seen and what to do; empty when all is. */
  readonly run: (ports: EnginePorts, needs: Needs) => Promise<readonly Failure[]>;
}

export interface Findings {
  readonly host: HostFindings;
  readonly images: ReadonlyMap<NodeName, StoredImage>;
}
