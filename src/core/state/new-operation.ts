import type { Instant, NodeName, Uuid } from '../names.ts';
import type { Action } from '../plan/action.ts';
import type { Authorized, MutatingCommand } from '../plan/grant.ts';
import type { Operation, StepRecord } from './operation.ts';
import type { Step } from './running.ts';

export interface NewOperation {
  readonly id: Uuid;
  readonly command: MutatingCommand;
  readonly startedAt: Instant;
  readonly manifest: Operation['manifest'];
  readonly planHash: string | null;
  readonly scope: readonly NodeName[];
  readonly steps: readonly Step<Authorized<Action>>[];
}

/** A recorded step for each authorised action; all pending. */
export function newOperation({ steps, ...operation }: NewOperation): Operation {
  return { ...operation, status: 'open', endedAt: null, steps: steps.map(pendingStep) };
}

function pendingStep(step: Step<Authorized<Action>>): StepRecord {
  return { id: step.id, action: step.action, state: 'pending', startedAt: null, endedAt: null, error: null };
}

/** `<node>/<action kind>`, with `/<disk>` for a disk: unique within an operation. */
export function stepOf(action: Authorized<Action>): Step<Authorized<Action>> {
  const disk = 'disk' in action ? `/${action.disk}` : '';
  return { id: `${action.node}/${action.kind}${disk}`, action };
}
