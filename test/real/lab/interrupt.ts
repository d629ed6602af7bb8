import type { ActionKind } from '../../../src/core/plan/action.ts';
import type { StateDocument } from '../../../src/core/state/document.ts';
import type { Operation } from '../../../src/core/state/operation.ts';
import type { ProcessIdentity } from '../../../src/core/state/process-identity.ts';
import type { Lab } from './open-lab.ts';
import { operationsOnFile } from './operations-on-file.ts';
import { writeDocument } from './write-document.ts';

export interface Interruption {
  readonly step: ActionKind;
  readonly state: 'claimed' | 'running';
  /** Over what is recorded of the process of the only node. */
  readonly process?: Partial<ProcessIdentity>;
}

/** Makes the record that of an operation which died in this step: the last one on file that had such a step, open again. */
export function interrupt(lab: Lab, { step, state, process }: Interruption): void {
  const past = lastWith(lab, step);
  const steps = past.steps
    .filter(({ action }) => action.kind === step)
    .map((each) => ({ ...each, state, endedAt: null }));
  const operation: Operation = { ...past, steps, status: 'open', endedAt: null };
  writeDocument(lab, (document) => withProcess({ ...document, operation }, process ?? {}));
}

function withProcess(document: StateDocument, change: Partial<ProcessIdentity>): StateDocument {
  const nodes = Object.fromEntries(
    Object.entries(document.nodes).map(([name, record]) => [
      name,
      { ...record, process: record.process === null ? null : { ...record.process, ...change } },
    ]),
  );
  return { ...document, nodes };
}

function lastWith(lab: Lab, step: ActionKind): Operation {
  const all = operationsOnFile(lab.home)
    .filter(({ steps }) => steps.some(({ action }) => action.kind === step))
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  const [last] = all;
  if (last === undefined) throw new Error(`no operation on file has a step ${step}`);
  return last;
}
