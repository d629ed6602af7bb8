import type { NodeReport, OperationReport } from '../core/report/operation-report.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { StateNeed } from './assess-state.ts';
import type { PreparedState } from './change-state.ts';
import { nodeReport, operationFacts } from './node-report.ts';
import type { OperationEnd } from './operate.ts';

/** What a command that goes by state says at its end; `end` is null when there was nothing to do. */
export function stateReport(about: {
  readonly prepared: PreparedState;
  readonly document: StateDocument;
  readonly end: OperationEnd | null;
}): OperationReport {
  const { prepared, document, end } = about;
  const facts =
    end === null
      ? ({ operationId: null, status: 'complete', steps: [], failures: [] } as const)
      : operationFacts(end.operation, end.runs);
  const nodes = prepared.needs.flatMap((need) => {
    const record = document.nodes[need.record.name];
    if (record === undefined) return [];
    const run = end?.runs.get(record.name) ?? null;
    return [nodeReport(record, { outcome: null, action: actionOf(need), deployment: document.deployment, run })];
  });
  return { ...facts, nodes, retained: document.retained };
}

const actions = { start: 'started', stop: 'stopped', destroy: 'destroyed', nothing: 'none' } as const satisfies {
  readonly [N in StateNeed['need']]: NodeReport['action'];
};

function actionOf(need: StateNeed): NodeReport['action'] {
  return actions[need.need];
}
