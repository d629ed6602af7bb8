import type { Failure } from '../failure.ts';
import type { NodeName, Uuid } from '../names.ts';
import type { Outcome } from '../plan/plan.ts';
import type { RetainedDisk } from '../state/document.ts';
import type { StepState } from '../state/part.ts';

/** What a mutating command did; the JSON of `up`, `reload`, `resize`, `recreate`, `start`, `restart`, `stop`, `destroy`, `purge`, `disk restore`, `disk delete-snapshot`. */
export interface OperationReport {
  /** Null when there was nothing to do and so no operation. */
  readonly operationId: Uuid | null;
  readonly status: 'complete' | 'error' | 'partial' | 'cancelled';
  readonly nodes: readonly NodeReport[];
  /** `node` is null where a step concerns no node. */
  readonly steps: readonly { readonly node: NodeName | null; readonly kind: string; readonly state: StepState }[];
  readonly failures: readonly NodeFailure[];
  /** Disks that were kept, for the commands that remove nodes. */
  readonly retained: readonly RetainedDisk[];
}

export interface NodeReport {
  readonly name: NodeName;
  readonly outcome: Outcome | null;
  /** What happened; `failed` when the run of this node ended before it was there. */
  readonly action:
    | 'created'
    | 'recreated'
    | 'started'
    | 'restarted'
    | 'resized'
    | 'stopped'
    | 'destroyed'
    | 'restored'
    | 'snapshot_deleted'
    | 'failed'
    | 'none';
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
