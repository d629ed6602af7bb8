import type { PlannedCommand } from '../core/plan/authorize.ts';
import type { ResolvedDeployment } from '../core/manifest/resolved-deployment.ts';
import type { PlanSource } from '../core/plan/plan.ts';

/** A command that goes by a plan, with the manifest already read and resolved. */
export interface PlannedRequest {
  readonly command: PlannedCommand;
  /** Null falls back to the applied specs. */
  readonly desired: ResolvedDeployment | null;
  readonly source: PlanSource;
  /** Bytes of the user-data files of the manifest, by their SHA-256. */
  readonly userData: ReadonlyMap<string, Uint8Array>;
  readonly scope: readonly string[] | null;
  readonly expectPlan: string | null;
  /** Our own resolved fields as a manifest, kept with the operation; null with no manifest. */
  readonly keptInputs: string | null;
  /** False: return once the VMs run, without waiting for their guests. */
  readonly wait: 'ready' | 'running';
  /** `resize` only: stop and start running VMs even where the plan says that nothing stops. */
  readonly restart?: boolean;
  /** What becomes of a creation of this run that fails before its VM has run; a recreate is always taken back. */
  readonly onFailure: 'keep' | 'undo';
  /** True when the person has confirmed beforehand; commands that ask nothing take no notice. */
  readonly yes: boolean;
  readonly signal: AbortSignal;
}

/** `start`, `stop`, `restart`, `destroy` and `purge` read no manifest. */
export interface StateRequest {
  readonly scope: readonly string[] | null;
  readonly force: boolean;
  readonly yes: boolean;
  readonly deletePersistent: boolean;
  readonly expectPlan: string | null;
  readonly signal: AbortSignal;
}
