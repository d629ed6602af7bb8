import type { NodeName, Uuid } from '../names.ts';
import type { ActionKind } from '../plan/action.ts';
import type { Verdict } from '../recovery/judge-step.ts';
import type { StepEvidence } from '../recovery/step-evidence.ts';
import type { StepState } from '../state/part.ts';

/** What `recover` found and recorded. */
export interface RecoverReport {
  readonly dryRun: boolean;
  readonly operations: readonly RecoveredOperation[];
}

export interface RecoveredOperation {
  readonly id: Uuid;
  readonly command: string;
  /** `closed` when the next command can begin from facts. */
  readonly status: 'open' | 'closed';
  readonly steps: readonly RecoveredStep[];
}

export interface RecoveredStep {
  readonly id: string;
  /** Null where a step concerns no node. */
  readonly node: NodeName | null;
  readonly kind: ActionKind;
  readonly recorded: StepState;
  readonly evidence: StepEvidence;
  readonly verdict: Verdict;
  /** A person's answer took the place of evidence. */
  readonly accepted: boolean;
  /** The words after `paddock` that go on from here; null where there is nothing to do or only a person can tell. */
  readonly next: readonly string[] | null;
  /** What a person has to look at, for `manual`. */
  readonly check: string | null;
}
