import type { Evidence } from '../core/recovery/evidence.ts';
import type { Failure } from '../core/failure.ts';
import type { Instant, NodeName, Uuid } from '../core/names.ts';
import type { Outcome } from '../core/plan/plan.ts';
import type { RetainedDisk } from '../core/state/document.ts';
import type { StepState } from '../core/state/part.ts';

/** What a mutating command did; the JSON of `up`, `start`, `stop`, `destroy`, `purge`. */
export interface OperationReport {
  /** Null when there was nothing to do and so no operation. */
  readonly operationId: Uuid | null;
  readonly status: 'complete' | 'error' | 'partial' | 'cancelled';
  readonly nodes: readonly NodeReport[];
  readonly steps: readonly { readonly node: NodeName; readonly kind: string; readonly state: StepState }[];
  readonly failures: readonly NodeFailure[];
  /** Disks that were kept, for the commands that remove nodes. */
  readonly retained: readonly RetainedDisk[];
}

export interface NodeReport {
  readonly name: NodeName;
  readonly outcome: Outcome | null;
  readonly action: 'created' | 'started' | 'stopped' | 'destroyed' | 'none';
  readonly state: 'running' | 'stopped' | 'destroyed' | 'pending' | 'error' | 'unknown';
  readonly ready: boolean;
  readonly address: string;
  readonly ssh: { readonly host: string; readonly port: number; readonly user: string } | null;
  readonly accelerator: { readonly name: string; readonly reason: string } | null;
  readonly warnings: readonly string[];
  readonly repairs: readonly string[];
}

export interface NodeFailure {
  /** Null when it concerns the whole command. */
  readonly node: NodeName | null;
  readonly stage: string;
  readonly failure: Failure;
}

/** The JSON of `status`; read-only, takes no lock. */
export interface StatusReport {
  readonly deployment: { readonly id: Uuid; readonly createdAt: Instant; readonly subnet: string; readonly user: string; readonly control: NodeName | null } | null;
  /** Something the reader must know first, such as an interrupted operation or a damaged document. */
  readonly note: string | null;
  readonly nodes: readonly NodeStatus[];
  readonly retained: readonly RetainedDisk[];
  /** Node folders that no record names. */
  readonly unregistered: readonly string[];
}

export interface NodeStatus {
  readonly name: NodeName;
  readonly address: string;
  /** What the document says. */
  readonly recorded: 'running' | 'stopped' | 'creating' | 'destroying' | 'error';
  /** What was seen. */
  readonly observed: 'running' | 'paused' | 'stopped' | 'unknown';
  /** Why, where recorded and observed differ or it cannot be told. */
  readonly reason: string | null;
  readonly evidence: Evidence;
  readonly accelerator: { readonly name: string; readonly reason: string } | null;
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly image: string;
  readonly ssh: { readonly host: string; readonly port: number; readonly user: string } | null;
  readonly pid: number | null;
  readonly warnings: readonly string[];
}
