import type { NodeReport, OperationReport } from '../core/report/operation-report.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { StateNeed } from './assess-state.ts';
import type { PreparedState } from './change-state.ts';
import type { NodeRun } from './execute-node.ts';
import { nodeReport, operationFacts } from './node-report.ts';
import type { OperationEnd } from './operate.ts';
import { stopWarnings } from './stop-warnings.ts';

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
    const report = nodeReport(record, { outcome: null, action: actionOf(need), document, run });
    const stopped = endedUnasked(need, run) ? stopWarnings(record) : [];
    // Where something was done, it was said before that began.
    const trouble = need.need === 'nothing' ? (need.trouble ?? []) : [];
    return [{ ...report, warnings: [...report.warnings, ...stopped, trouble].flat() }];
  });
  return { ...facts, nodes, retained: document.retained };
}

/** True for a VM that was to be shut down now; a forced end is what was asked for. */
function endedUnasked({ grant, need }: StateNeed, run: NodeRun | null): boolean {
  return (
    need !== 'nothing' &&
    (grant.kind === 'restart' || ((grant.kind === 'stop' || grant.kind === 'destroy') && !grant.force)) &&
    run !== null &&
    run.stage !== 'stop_vm'
  );
}

const actions = {
  start: 'started',
  set_up: 'none',
  stop: 'stopped',
  restart: 'restarted',
  destroy: 'destroyed',
  nothing: 'none',
} as const satisfies {
  readonly [N in StateNeed['need']]: NodeReport['action'];
};

function actionOf(need: StateNeed): NodeReport['action'] {
  return actions[need.need];
}
