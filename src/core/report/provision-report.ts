import type { Failure } from '../failure.ts';
import type { NodeName } from '../names.ts';

/** How a script ran in one node. */
export interface ProvisionedNode {
  readonly name: NodeName;
  /** Null when it did not end by itself. */
  readonly exitStatus: number | null;
  readonly timedOut: boolean;
  /** The end of what it wrote, as far as it was to be kept. */
  readonly stdout: string;
  readonly stderr: string;
  /** True when the beginning of either is missing. */
  readonly truncated: boolean;
  /** Null for a script that ended with 0. */
  readonly failure: Failure | null;
}

export interface ProvisionReport {
  readonly status: 'complete' | 'partial' | 'error' | 'cancelled';
  readonly nodes: readonly ProvisionedNode[];
}
