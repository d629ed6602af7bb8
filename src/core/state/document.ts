import type { GuestStage } from '../guest/guest-stage.ts';
import type { Envelope, PortForward, RuntimePolicy, SharedPolicy } from '../spec/envelope.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import type { Instant, NodeName, SpecHash, Uuid } from '../names.ts';
import type { Operation } from './operation.ts';
import type { Part } from './part.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** Schema number of the document; a newer one is read-only to this program, an older one is upgraded, see upgrade-fields.ts. */
export const stateSchema = 2;

/** Events kept in the document; older ones fall off at the front. */
export const eventsKept = 500;

/**
 * Everything that Paddock knows, in one value. Every change is one atomic commit of the whole, so no crash can fall
 * between two facts that belong together. The file adds a checksum over the canonical JSON; see host/state-store.ts.
 */
export interface StateDocument {
  readonly schema: typeof stateSchema;
  /** Number of this commit, from 1; its file name holds the same number. */
  readonly version: number;
  /** Version of the program that wrote it. */
  readonly writtenBy: string;
  readonly fence: Fence;
  /** Null before the first `up` and after the end of a deployment. */
  readonly deployment: Deployment | null;
  /** Committed nodes, and destroyed ones as the record of their end, keyed by name. */
  readonly nodes: { readonly [name: string]: NodeRecord };
  /** Nodes between two lives, keyed by name; a node that has one life is not in it. */
  readonly replacements: { readonly [name: string]: Replacement };
  /** Data disks that outlived their node. */
  readonly retained: readonly RetainedDisk[];
  /** The operation that is under way or was interrupted; null when the last one was closed. */
  readonly operation: Operation | null;
  /** The last events, oldest first. */
  readonly events: readonly RecordedEvent[];
}

/** The only authority to write. */
export interface Fence {
  /** Grows with every takeover. */
  readonly epoch: number;
  readonly owner: FenceOwner | null;
}

export interface FenceOwner {
  readonly identity: ProcessIdentity;
  /** Random; two takeovers with one epoch are told apart by it. */
  readonly token: string;
  readonly command: string;
  readonly since: Instant;
}

export interface Deployment {
  readonly id: Uuid;
  readonly createdAt: Instant;
  readonly envelope: Envelope;
  readonly runtime: RuntimePolicy;
  readonly control: NodeName | null;
  /** Names the key of this holder of the role, see homePaths.controlKey; null until a command has given it one. */
  readonly controlKey: Uuid | null;
  /** What the last successful commands agreed to, keyed by node name. */
  readonly applied: { readonly [name: string]: AppliedNode };
}

export interface AppliedNode {
  readonly spec: NodeSpec;
  readonly specHash: SpecHash;
  readonly protect: boolean;
  readonly ports: readonly PortForward[];
  /** Place in the manifest, from 0; the control role passes to the first remaining node in this order. */
  readonly order: number;
}

/** What exists for a node. */
export interface NodeRecord {
  readonly name: NodeName;
  readonly uuid: Uuid;
  readonly address: string;
  readonly createdAt: Instant;
  /**
   * `creating` until its VM has run once: only then may a rollback delete what this creation made.
   * `destroyed` is the record of an earlier life; a new creation takes a new UUID.
   */
  readonly life: 'creating' | 'committed' | 'destroying' | 'destroyed';
  /** What its artifacts were made from. */
  readonly spec: NodeSpec;
  /** What all nodes shared when it was made: its login user is in its seed, whatever the deployment has agreed to since. */
  readonly madeFor: SharedPolicy;
  /** Pinned at creation. */
  readonly machine: MachineRecord | null;
  readonly image: ImageRecord | null;
  /** Folder below the home, `nodes/<name>-<uuid8>`. */
  readonly folder: string;
  readonly parts: readonly Part[];
  /** The VM process that was last started and identified; kept after its end for the audit. */
  readonly process: ProcessIdentity | null;
  /** Loopback port of the guest's ssh, chosen once and remembered. */
  readonly sshPort: number | null;
  readonly guest: GuestRecord | null;
}

/** The lives of a node besides the one that stands in `nodes`. */
export interface Replacement {
  /** The life that is being made; it becomes the node's in the commit that records that its VM has run. */
  readonly coming: ComingLife | null;
  /** Lives that were replaced or given up: their artifacts stay until the guest of the node's own life is ready. */
  readonly going: readonly NodeRecord[];
}

export interface ComingLife {
  /** Its kept disks are those of the node's own life, which still has them. */
  readonly record: NodeRecord;
  /** What the node has agreed to once this life is its own. */
  readonly applied: AppliedNode;
}

export interface MachineRecord {
  /** For example `pc-q35-7.2`; never `q35` alone, which changes with QEMU. */
  readonly type: string;
  readonly arch: 'amd64' | 'arm64';
  readonly firmware: 'bios' | 'uefi';
  readonly accelerator: 'kvm' | 'hvf' | 'tcg';
  /** Why this accelerator, when it was chosen: for people. */
  readonly acceleratorReason: string;
}

export interface ImageRecord {
  /** As asked, normalised. */
  readonly selector: string;
  /** `sha256:<hex>` of the base image file. */
  readonly digest: string;
  /** Absolute path of the base image at creation. */
  readonly path: string;
}

export interface GuestRecord {
  /** Instance id that the guest reported. */
  readonly instanceId: Uuid;
  readonly readyAt: Instant;
  /** As the marker in the guest holds it; may lag behind what is applied by role, default image and aliases. */
  readonly guestSpecHash: SpecHash;
  /** How the last set-up of each stage ended; a stage that is not named was never reached. */
  readonly stages: { readonly [S in GuestStage]?: 'ok' | 'limited' };
  /** The control key that the guest is known to accept or to hold; null when it never got one. */
  readonly controlKey: Uuid | null;
  readonly warnings: readonly string[];
  readonly repairs: readonly string[];
}

export interface RetainedDisk {
  readonly diskUuid: Uuid;
  readonly node: NodeName;
  /** DiskSpec.id and path within that node. */
  readonly disk: string;
  readonly path: string;
  readonly fs: 'auto' | 'xfs' | 'ext4';
  readonly virtualSizeBytes: number;
  /** File below the home. */
  readonly file: string;
  readonly retainedAt: Instant;
}

export interface RecordedEvent {
  /** Stable: the same fact recorded twice has the same key and stands once. */
  readonly key: string;
  readonly at: Instant;
  readonly kind: string;
  readonly node: NodeName | null;
  readonly operationId: Uuid | null;
  readonly text: string;
}
