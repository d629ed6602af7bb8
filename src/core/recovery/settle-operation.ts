import type { Instant } from '../names.ts';
import type { StateDocument } from '../state/document.ts';
import { changeLife } from '../state/change-life.ts';
import type { Operation, StepRecord } from '../state/operation.ts';
import type { Part, PartState } from '../state/part.ts';
import { stateWithout } from '../state/part-of-action.ts';
import { isActedOn } from '../state/step-transitions.ts';
import type { ProcessIdentity } from '../state/process-identity.ts';
import { recordEvent } from '../state/record-event.ts';
import { switchLives } from '../state/switch-lives.ts';
import type { Verdict } from './judge-step.ts';

export interface JudgedStep {
  readonly step: StepRecord;
  readonly verdict: Verdict;
  /** The VM that was found, for `adopt`. */
  readonly found: { readonly identity: ProcessIdentity; readonly paused: boolean } | null;
}

/** The steps that have no answer yet. Without any, the operation can be closed and the next command go on from facts. */
export function unsettled<S extends JudgedStep>(judged: readonly S[]): readonly S[] {
  return judged.filter(({ verdict }) => verdict === 'ask_again' || verdict === 'manual' || verdict === 'unfinished');
}

/**
 * The document in which an interrupted operation is settled: verdicts, what they mean for the nodes, and their events in
 * one value, steps before the operation. Precondition: nothing is `unsettled`.
 */
export function settleOperation(
  document: StateDocument,
  settled: { readonly judged: readonly JudgedStep[]; readonly at: Instant },
): { readonly document: StateDocument; readonly closed: Operation | null } {
  const { operation } = document;
  if (operation === null) return { document, closed: null };
  const { at } = settled;
  let next = document;
  for (const judged of settled.judged) next = settleStep(next, { ...judged, at, operation });
  const steps = operation.steps.map((step) => stepAfter(step, settled.judged, at));
  const lost: Operation = { ...operation, steps, status: 'lost', endedAt: at };
  next = recordEvent(next, {
    key: `${operation.id}/operation.lost`,
    at,
    kind: 'operation.lost',
    node: null,
    operationId: operation.id,
    text: `${operation.command} was interrupted and has been settled from evidence`,
  });
  return { document: { ...next, operation: null }, closed: lost };
}

function stepAfter(step: StepRecord, judged: readonly JudgedStep[], at: Instant): StepRecord {
  const verdict = judged.find((each) => each.step.id === step.id)?.verdict ?? 'stays';
  const state = stateAfter(verdict);
  return state === null ? step : { ...step, state, endedAt: at };
}

function stateAfter(verdict: Verdict): 'complete' | 'lost' | null {
  if (verdict === 'complete' || verdict === 'adopt') return 'complete';
  return verdict === 'lost' ? 'lost' : null;
}

function settleStep(
  document: StateDocument,
  judged: JudgedStep & { readonly at: Instant; readonly operation: Operation },
): StateDocument {
  const state = stateAfter(judged.verdict);
  if (state === null) return document;
  const { step, operation, at } = judged;
  const changed = changeNode(document, judged, state === 'lost' ? stateWithout(step.action.kind, state) : state);
  const kind = judged.verdict === 'adopt' ? 'step.adopted' : `step.${state}`;
  return recordEvent(changed, {
    key: `${operation.id}/${step.id}/${kind}`,
    at,
    kind,
    // What a purge does at its end concerns no node that is still there.
    node: document.nodes[step.action.node] === undefined ? null : step.action.node,
    operationId: operation.id,
    text: `${step.action.kind} was ${step.state} when ${operation.command} was interrupted`,
  });
}

function changeNode(document: StateDocument, judged: JudgedStep, state: PartState): StateDocument {
  const { step, found } = judged;
  const changed = changeLife(step.action, (record) => {
    const parts = record.parts.map((part): Part => {
      if (!isActedOn(part, step.action)) return part;
      return { ...part, state, outputs: { ...part.outputs, ...powerAfter(judged) } };
    });
    const process = found === null ? record.process : found.identity;
    // A guest that has run is committed: nothing of it is rolled back from now on.
    const life = found !== null && !found.paused && record.life === 'creating' ? 'committed' : record.life;
    return { ...record, parts, process, life };
  })(document);
  // A life that was coming and has run is the node's own.
  return found === null || found.paused ? changed : switchLives(changed, step.action);
}

function powerAfter({ verdict, step, found }: JudgedStep): Part['outputs'] {
  if (found !== null) return { power: found.paused ? 'launched' : 'running', pid: found.identity.pid };
  if (step.action.kind === 'stop_vm' && verdict === 'complete') return { power: 'stopped' };
  return {};
}
