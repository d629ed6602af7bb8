import type { Instant, NodeName, Uuid } from '../names.ts';
import type { EndingKind } from '../qemu/vm-ending.ts';
import type { Evidence } from '../recovery/evidence.ts';
import type { NextCommand } from '../failure-class.ts';
import type { RetainedDisk } from '../state/document.ts';
import type { SizeProgress } from '../state/resize-progress.ts';
import type { Unregistered, UnregisteredDisk } from '../state/unregistered.ts';

/** The JSON of `status`; read-only, takes no lock. */
export interface StatusReport {
  readonly deployment: {
    readonly id: Uuid;
    /** Null where no record that reads tells. */
    readonly createdAt: Instant | null;
    readonly subnet: string;
    readonly user: string;
    readonly control: NodeName | null;
  } | null;
  /** Something the reader must know first, such as an interrupted operation or a damaged document. */
  readonly note: string | null;
  readonly nodes: readonly NodeStatus[];
  readonly retained: readonly RetainedDisk[];
  /** What stands below `nodes/` and no record names, and VMs of this home of which there is not even a folder. */
  readonly unregistered: readonly Unregistered[];
  /** Data disks that no record and no node folder names. */
  readonly unregisteredDisks: readonly UnregisteredDisk[];
}

export interface NodeStatus {
  readonly name: NodeName;
  readonly address: string;
  /** What the document says. */
  readonly recorded: 'running' | 'stopped' | 'creating' | 'destroying' | 'error';
  /** What was seen. */
  readonly observed: 'running' | 'paused' | 'stopped' | 'unknown';
  /** How a VM ended that nobody has stopped through Paddock, as a word for scripts; null for every other. */
  readonly ended: EndingKind | 'host_restarted' | null;
  /** Why, where recorded and observed differ or it cannot be told. */
  readonly reason: string | null;
  readonly evidence: Evidence;
  readonly accelerator: { readonly name: string; readonly reason: string } | null;
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly image: string;
  readonly ssh: { readonly host: string; readonly port: number; readonly user: string } | null;
  /** Forwards of the running VM, `ADDRESS:HOSTPORT:GUESTPORT`. */
  readonly ports: readonly string[];
  readonly pid: number | null;
  /** A resize that was begun and is not closed: what was asked, what was last seen, and what goes on with it. */
  readonly resize: { readonly sizes: readonly SizeProgress[]; readonly next: NextCommand } | null;
  /** What its guest answered; null where it was not asked. */
  readonly guest: GuestAnswer | null;
  readonly warnings: readonly string[];
}

export interface GuestAnswer {
  /** It answers over ssh with its own key and instance id. */
  readonly answers: boolean;
  /** Why not; null when it does. */
  readonly problem: string | null;
  /** How far ahead its clock was, in whole seconds; null when it does not answer. */
  readonly clockAheadSeconds: number | null;
  /** Whether a clock that was off was moved, so that it is right now. */
  readonly clockMoved: boolean;
}
