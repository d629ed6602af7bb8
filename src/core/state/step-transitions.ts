import type { Instant } from '../names.ts';
import type { Action } from '../plan/action.ts';
import { changeLife } from './change-life.ts';
import type { StateDocument } from './document.ts';
import type { StepRecord } from './operation.ts';
import type { Part, PartState, StepError, StepState } from './part.ts';
import { recordEvent } from './record-event.ts';
import { stepEvent } from './step-event.ts';
import { partOfAction, stateAfter, stateWithout, type ActedPart } from './part-of-action.ts';

export interface StepAt {
  /** StepRecord.id */
  readonly step: string;
  readonly at: Instant;
}

/** The executor has picked the step: it will run, and its effect has not begun. */
export function claimStep(document: StateDocument, step: string): StateDocument {
  return changeStep(document, step, {
    from: ['pending', 'claimed'],
    to: (record) => ({ ...record, state: 'claimed' }),
  });
}

/** The start barrier: from here on the effect may have begun, whatever happens to this process. */
export function startStep(document: StateDocument, { step, at }: StepAt): StateDocument {
  const started = changeStep(document, step, {
    from: ['pending', 'claimed', 'error', 'lost'],
    to: (record) => ({ ...record, state: 'running', startedAt: at, endedAt: null, error: null }),
  });
  const running = changeParts(started, step, (part) => ({ ...part, state: 'running', error: null }));
  return findStep(document, step).action.kind === 'start_vm' ? awaitGuest(running, step) : running;
}

/** Whatever was set up in an earlier boot: of this one nothing is ready until its own set-up has said so. */
function awaitGuest(document: StateDocument, step: string): StateDocument {
  const { action } = findStep(document, step);
  return changePartsOf(document, action, (part) =>
    part.kind === 'guest' && part.state === 'complete' ? { ...part, state: 'pending' } : part,
  );
}

/** Keeps facts of an effect that is under way; outputs that were known before stay. */
export function recordOutputs(document: StateDocument, step: string, outputs: Part['outputs']): StateDocument {
  return changeParts(document, step, (part) => ({ ...part, outputs: { ...part.outputs, ...outputs } }));
}

/** The effect has succeeded. Parts that follow a removed one are gone with it. */
export function completeStep(document: StateDocument, { step, at }: StepAt): StateDocument {
  const completed = changeStep(document, step, {
    from: ['running'],
    to: (record) => ({ ...record, state: 'complete', endedAt: at }),
  });
  const acted: ActedPart = partOfAction[findStep(document, step).action.kind];
  const after: PartState = stateAfter[acted.effect];
  const done = changeParts(completed, step, (part) => ({ ...part, state: after, error: null }));
  const whole = acted.effect === 'remove' ? removeChildren(done, step, acted) : done;
  return tell(whole, { step, at, error: null });
}

/** The effect has failed. Outputs and identifiers that are known stay: they are what a later removal works from. */
export function failStep(document: StateDocument, { step, at }: StepAt, error: StepError): StateDocument {
  const failed = changeStep(document, step, {
    from: ['running'],
    to: (record) => ({ ...record, state: 'error', endedAt: at, error }),
  });
  const state = stateWithout(findStep(document, step).action.kind, 'error');
  const parts = changeParts(failed, step, (part) => ({ ...part, state, error }));
  return tell(parts, { step, at, error });
}

/** The effect was called off while it only waited: nothing failed, and it is still to be done. Outputs that are known stay. */
export function putOffStep(document: StateDocument, step: string): StateDocument {
  const putOff = changeStep(document, step, {
    from: ['running'],
    to: (record) => ({ ...record, state: 'pending', startedAt: null, endedAt: null, error: null }),
  });
  const { effect }: ActedPart = partOfAction[findStep(document, step).action.kind];
  // What was to be changed is as whole as it was.
  const state = effect === 'change' ? 'complete' : 'pending';
  return changeParts(putOff, step, (part) => ({ ...part, state, error: null }));
}

/** The end of a step and its event are one commit. */
function tell(document: StateDocument, end: StepAt & { readonly error: StepError | null }): StateDocument {
  const { operation } = document;
  if (operation === null) return document;
  const event = stepEvent(findStep(document, end.step), { operationId: operation.id, at: end.at, error: end.error });
  return event === null ? document : recordEvent(document, event);
}

/** Throws for a step that the open operation does not have: only a bug asks for one. */
export function findStep(document: StateDocument, step: string): StepRecord {
  const found = document.operation?.steps.find((each) => each.id === step);
  if (found === undefined) throw new Error(`the open operation has no step ${step}`);
  return found;
}

interface StepChange {
  readonly from: readonly StepState[];
  readonly to: (record: StepRecord) => StepRecord;
}

function changeStep(document: StateDocument, step: string, change: StepChange): StateDocument {
  const found = findStep(document, step);
  if (!change.from.includes(found.state)) throw new Error(`step ${step} is ${found.state}`);
  if (document.operation === null) return document;
  const steps = document.operation.steps.map((each) => (each === found ? change.to(each) : each));
  return { ...document, operation: { ...document.operation, steps } };
}

function changeParts(document: StateDocument, step: string, to: (part: Part) => Part): StateDocument {
  const { action } = findStep(document, step);
  return changePartsOf(document, action, (part) => (isActedOn(part, action) ? to(part) : part));
}

function removeChildren(document: StateDocument, step: string, acted: ActedPart): StateDocument {
  const { action } = findStep(document, step);
  return changePartsOf(document, action, (part) =>
    acted.children.includes(part.kind) ? { ...part, state: 'destroyed' } : part,
  );
}

/** Only of the life that the action names: another one of that node is none of its. */
function changePartsOf(document: StateDocument, action: Action, to: (part: Part) => Part): StateDocument {
  return changeLife(action, (record) => ({ ...record, parts: record.parts.map(to) }))(document);
}

/** True for the part that the action works on. */
export function isActedOn(part: Part, action: Action): boolean {
  if (part.kind !== partOfAction[action.kind].part) return false;
  return !('diskUuid' in action) || part.diskUuid === action.diskUuid;
}
