import type { Failure } from '../core/failure.ts';
import type { Action } from '../core/plan/action.ts';
import type { Authorized } from '../core/plan/grant.ts';
import type { StateDocument } from '../core/state/document.ts';
import { addSteps, stepsOf } from '../core/state/new-operation.ts';
import { executeNode, type NodeRun } from './execute-node.ts';
import type { NodeContext } from './node-context.ts';

export type Undo = (document: StateDocument) => readonly Authorized<Action>[];

/** After these the record does not say what was done: nothing is taken back on a guess, recovery judges it. */
const unknownAfter: ReadonlySet<Failure['reason']> = new Set(['outcome_unrecorded', 'fenced']);

/**
 * Takes back what a node's run did, if it did not get to its end and can be taken back. The steps join the open operation
 * before the first of them begins; an interruption does not keep them from being done, or the old VM would stay away.
 */
export async function undone(context: NodeContext, run: NodeRun, undo: Undo | undefined): Promise<NodeRun> {
  const { ledger, ports } = context;
  if (run.stage === null || undo === undefined) return run;
  if (run.failures.some(({ reason }) => unknownAfter.has(reason))) return run;
  const steps = stepsOf(undo(ledger.document), { part: 'undo' });
  if (steps.length === 0) return run;
  const added = await ledger.commit((document) => addSteps(document, steps));
  if (!added.ok) return { ...run, failures: [...run.failures, ...added.failures] };
  ports.events.emit({ kind: 'warning', node: context.name, text: 'what was begun is being taken back' });
  const back = await executeNode({ ...context, signal: new AbortController().signal }, steps);
  return { ...run, failures: [...run.failures, ...back.failures], undone: back.stage === null };
}
