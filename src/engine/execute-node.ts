import type { Failure } from '../core/failure.ts';
import type { Action } from '../core/plan/action.ts';
import type { Authorized } from '../core/plan/grant.ts';
import type { Step } from '../core/state/running.ts';
import { claimStep } from '../core/state/step-transitions.ts';
import type { NodeContext } from './node-context.ts';
import { ownedGuest } from './owned-guest.ts';
import { runEffect } from './steps/effects.ts';
import { withRunning } from './with-running.ts';

export type NodeStep = Step<Authorized<Action>>;

export interface NodeRun {
  /** Where it stopped: the kind of the failed step, or null when all steps are complete. */
  readonly stage: string | null;
  readonly failures: readonly Failure[];
  /** True when the command was interrupted before all steps were picked. */
  readonly interrupted: boolean;
  /** True when all that was done has been taken back. */
  readonly undone?: boolean;
  /** Kinds of the steps that are complete. */
  readonly done: readonly string[];
}

/**
 * Takes the steps of one node one after the other. The first failure ends this node: later steps stay pending. An
 * interrupt lets the effect under way finish and picks no further step.
 */
export async function executeNode(context: NodeContext, steps: readonly NodeStep[]): Promise<NodeRun> {
  const done: string[] = [];
  for (const step of steps) {
    const stage = step.action.kind;
    if (context.signal.aborted) return { stage, failures: [], interrupted: true, done };
    const failures = await executeStep(context, step);
    if (failures.length > 0) return { stage, failures, interrupted: context.signal.aborted, done };
    done.push(stage);
  }
  return { stage: null, failures: [], interrupted: false, done };
}

async function executeStep(context: NodeContext, step: NodeStep): Promise<readonly Failure[]> {
  const claimed = await context.ledger.commit((document) => claimStep(document, step.id));
  if (!claimed.ok) return claimed.failures;
  const { ports } = context;
  const ran = await withRunning(context.ledger, step, (running, record) => {
    const acting = { ...context, life: step.action.uuid, ports: { ...ports, guest: ownedGuest(ports.guest, running) } };
    return runEffect(acting, running, record);
  });
  return ran.ok ? [] : ran.failures;
}
