import type { Instant } from '../names.ts';
import type { StateDocument } from '../state/document.ts';
import type { Operation, OperationStatus, StepRecord } from '../state/operation.ts';
import type { ProcessIdentity } from '../state/process-identity.ts';
import { recordEvent } from '../state/record-event.ts';
import type { Verdict } from './judge-step.ts';
import { type Closing, mayClose } from './may-close.ts';
import { settleStep } from './settle-step.ts';
import type { StepEvidence } from './step-evidence.ts';

export interface JudgedStep {
  readonly step: StepRecord;
  readonly evidence: StepEvidence;
  readonly verdict: Verdict;
  /** The VM that was found, for `adopt`. */
  readonly found: { readonly identity: ProcessIdentity; readonly paused: boolean } | null;
  /** A person has looked, and said that nothing of it is left; only ever for what would be `manual`. */
  readonly accepted: boolean;
}

export interface Settled {
  readonly document: StateDocument;
  /** The operation with its end, to go on file; null while a step keeps it open. */
  readonly closed: Operation | null;
}

export interface Settling extends Pick<Closing, 'by'> {
  readonly judged: readonly JudgedStep[];
  readonly at: Instant;
}

/** The steps that keep the operation open. */
export function unanswered<S extends JudgedStep>(judged: readonly S[], closing: Closing): readonly S[] {
  return judged.filter((each) => !mayClose(each, closing));
}

/**
 * The document with every verdict, what it means for the nodes, and its event: one value, steps before the operation.
 * With a step that has no answer the operation stays open and that step stays as it is, with its verdict as an event.
 */
export function settleOperation(document: StateDocument, settling: Settling): Settled {
  const { operation } = document;
  if (operation === null) return { document, closed: null };
  const { judged, at, by } = settling;
  const closing = { by, interrupted: operation.command };
  const isOpen = unanswered(judged, closing).length > 0;
  const ends = new Map(judged.map((each) => [each.step.id, endOf(each.verdict, isOpen ? 'stays_open' : 'closes')]));
  let next = document;
  for (const each of judged) next = settleStep(next, { ...each, at, operation, end: ends.get(each.step.id) ?? null });
  const steps = operation.steps.map((step) => {
    const end = ends.get(step.id) ?? null;
    return end === null ? step : { ...step, state: end, endedAt: at };
  });
  if (isOpen) return { document: { ...next, operation: { ...operation, steps } }, closed: null };
  const status: OperationStatus = judged.some(({ verdict }) => verdict === 'retry') ? 'superseded' : 'lost';
  next = recordEvent(next, {
    key: `${operation.id}/operation.${status}`,
    at,
    kind: `operation.${status}`,
    node: null,
    operationId: operation.id,
    text: `${operation.command} was interrupted and has been settled from evidence`,
  });
  return { document: { ...next, operation: null }, closed: { ...operation, steps, status, endedAt: at } };
}

/** The state that ends the step; null leaves it as it is. */
function endOf(verdict: Verdict, operation: 'stays_open' | 'closes'): 'complete' | 'lost' | null {
  switch (verdict) {
    case 'complete':
    case 'adopt':
      return 'complete';
    case 'lost':
    case 'rollback_due':
      return 'lost';
    case 'retry':
      return operation === 'closes' ? 'lost' : null;
    default:
      return null;
  }
}
