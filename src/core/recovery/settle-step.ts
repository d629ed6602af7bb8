import type { Instant } from '../names.ts';
import { afterRemoval } from '../state/after-removal.ts';
import { changeLife } from '../state/change-life.ts';
import type { NodeRecord, StateDocument } from '../state/document.ts';
import type { Operation } from '../state/operation.ts';
import type { Part } from '../state/part.ts';
import { type ActedPart, partOfAction, stateAfter, stateWithout } from '../state/part-of-action.ts';
import { recordEvent } from '../state/record-event.ts';
import { isActedOn } from '../state/step-transitions.ts';
import { switchLives } from '../state/switch-lives.ts';
import type { JudgedStep } from './settle-operation.ts';

export interface SettledStep extends JudgedStep {
  readonly at: Instant;
  readonly operation: Operation;
  /** The state that ends the step; null leaves it open. */
  readonly end: 'complete' | 'lost' | null;
}

/** What the verdict on one step means for its node, with the event that tells of it. */
export function settleStep(document: StateDocument, settled: SettledStep): StateDocument {
  const { step, operation, at, verdict, end } = settled;
  if (verdict === 'stays' || verdict === 'resolved') return document;
  const kind = eventKind(settled);
  const changed = end === null ? document : changeNode(document, settled, end);
  return recordEvent(changed, {
    key: `${operation.id}/${step.id}/${kind}`,
    at,
    kind,
    // What a purge does at its end concerns no node that is still there.
    node: document.nodes[step.action.node] === undefined ? null : step.action.node,
    operationId: operation.id,
    text: `${step.action.kind} was ${step.state} when ${operation.command} was interrupted: ${verdict}${settled.accepted ? ', by the word of a person' : ''}`,
  });
}

function eventKind({ verdict, end, accepted }: SettledStep): string {
  if (accepted) return 'step.accepted';
  if (verdict === 'adopt') return 'step.adopted';
  return `step.${end ?? verdict}`;
}

function changeNode(document: StateDocument, settled: SettledStep, end: 'complete' | 'lost'): StateDocument {
  const { step, found } = settled;
  const changed = changeLife(step.action, (record) => settledRecord(record, settled, end))(document);
  // A life that was coming and has run is the node's own.
  if (found !== null && !found.paused) return switchLives(changed, step.action);
  return end === 'complete' ? afterRemoval(changed, step.action) : changed;
}

function settledRecord(record: NodeRecord, settled: SettledStep, end: 'complete' | 'lost'): NodeRecord {
  const { found, accepted, step } = settled;
  const acted: ActedPart = partOfAction[step.action.kind];
  const state = end === 'complete' ? stateAfter[acted.effect] : stateWithout(step.action.kind, 'lost');
  const parts = record.parts.map((part): Part => {
    if (isActedOn(part, step.action)) return { ...part, state, outputs: { ...part.outputs, ...outputsAfter(settled) } };
    return state === 'destroyed' && acted.children.includes(part.kind) ? { ...part, state } : part;
  });
  // What a person has ruled out must not be asked for again; it stays in the events.
  const process = accepted ? null : (found?.identity ?? record.process);
  // A guest that has run is committed: nothing of it is rolled back from now on.
  const life = found !== null && !found.paused && record.life === 'creating' ? 'committed' : record.life;
  return { ...record, parts, process, life };
}

function outputsAfter({ verdict, step, found, evidence }: SettledStep): Part['outputs'] {
  if (found !== null) return { power: found.paused ? 'launched' : 'running', pid: found.identity.pid };
  if (verdict === 'rollback_due') return { rollback: 'due' };
  if (verdict !== 'complete') return {};
  if (step.action.kind === 'stop_vm') return { power: 'stopped' };
  return evidence.about === 'file' && evidence.seen.kind === 'right' ? evidence.seen.outputs : {};
}
