import type { Instant, NodeName, Uuid } from '../names.ts';
import type { Action } from '../plan/action.ts';
import type { Authorized, MutatingCommand } from '../plan/grant.ts';
import type { StateDocument } from './document.ts';
import type { Asked, Operation, StepRecord } from './operation.ts';
import type { Step } from './running.ts';

export interface NewOperation {
  readonly id: Uuid;
  readonly command: MutatingCommand;
  readonly startedAt: Instant;
  readonly manifest: Operation['manifest'];
  readonly planHash: string | null;
  readonly scope: readonly NodeName[];
  readonly asked?: Asked;
  readonly steps: readonly Step<Authorized<Action>>[];
}

/** A recorded step for each authorised action; all pending. */
export function newOperation({ steps, ...operation }: NewOperation): Operation {
  return { ...operation, status: 'open', endedAt: null, steps: steps.map(pendingStep) };
}

/** The open operation with more steps, for what turns out to be needed while it runs. */
export function addSteps(document: StateDocument, steps: readonly Step<Authorized<Action>>[]): StateDocument {
  if (document.operation === null) throw new Error('no operation is open');
  const { operation } = document;
  return { ...document, operation: { ...operation, steps: [...operation.steps, ...steps.map(pendingStep)] } };
}

function pendingStep(step: Step<Authorized<Action>>): StepRecord {
  return { id: step.id, action: step.action, state: 'pending', startedAt: null, endedAt: null, error: null };
}

/**
 * `<node>/<action kind>`, with `/<disk>` for a disk: unique within an operation. Where the steps of a node concern several
 * of its lives, the node is written as its folder is, with the beginning of the UUID; `part` stands between the two.
 */
export function stepsOf(
  actions: readonly Authorized<Action>[],
  { part }: { readonly part: 'undo' | 'reset' | null } = { part: null },
): readonly Step<Authorized<Action>>[] {
  return actions.map((action) => {
    const lives = new Set(actions.filter((each) => each.node === action.node).map((each) => each.uuid));
    const life = lives.size > 1 ? `${action.node}-${action.uuid.slice(0, 8)}` : action.node;
    const disk = 'disk' in action ? [action.disk] : [];
    return { id: [life, ...(part === null ? [] : [part]), action.kind, ...disk].join('/'), action };
  });
}
