import type { NodeName } from '../core/names.ts';
import type { StateDocument } from '../core/state/document.ts';
import { madeBy } from '../core/state/made-by.ts';
import type { NodeRun } from './execute-node.ts';
import { nodeReport, operationFacts } from './node-report.ts';
import type { OperationEnd } from './operate.ts';
import type { NodeReport, OperationReport } from '../core/report/operation-report.ts';
import type { Prepared } from './converge.ts';
import type { NodeNeed } from './assess-plan.ts';
import { stopWarnings } from './stop-warnings.ts';

/** What a planned command says when there was nothing to do: no operation, no commit. */
export function settledReport(prepared: Prepared, document: StateDocument): OperationReport {
  return {
    operationId: null,
    status: 'complete',
    nodes: nodeReports(prepared, document, new Map()),
    steps: [],
    failures: [],
    retained: document.retained,
  };
}

export function planReport(prepared: Prepared, end: OperationEnd, document: StateDocument): OperationReport {
  return {
    ...operationFacts(end.operation, end.runs),
    nodes: nodeReports(prepared, document, end.runs),
    retained: document.retained,
  };
}

function nodeReports(
  prepared: Prepared,
  document: StateDocument,
  runs: ReadonlyMap<NodeName, NodeRun>,
): readonly NodeReport[] {
  return prepared.needs.flatMap((node) => {
    const record = document.nodes[node.name];
    if (record === undefined) return [];
    const planned = prepared.plan.nodes.find((each) => each.name === node.name);
    const outcome = planned?.outcome ?? null;
    const run = runs.get(node.name) ?? null;
    const report = nodeReport(record, { outcome, action: actionOf(node), document, run });
    const hasStopped = node.need === 'restart' && run !== null && run.stage !== 'stop_vm';
    const stopped = hasStopped ? stopWarnings(record) : [];
    // Another QEMU has its shares anew.
    const shares = node.record?.process?.pid === record.process?.pid ? node.shares : [];
    const finished = run?.stage === null && isLeftOver(node) ? [finishedWords(node.name, document)] : [];
    const leaves = planned?.leaves ?? [];
    const left =
      leaves.length === 0 ? [] : [`${leaves.join(', ')}: as before; up ${node.name} brings what the manifest has`];
    const warnings = [...report.warnings, ...shares, ...stopped, ...left];
    return [{ ...report, warnings, repairs: [...finished, ...report.repairs] }];
  });
}

const actions = {
  create: 'created',
  start: 'started',
  restart: 'restarted',
  resize: 'resized',
  replace: 'recreated',
  finish: 'none',
  set_up: 'none',
  forward: 'none',
  nothing: 'none',
} as const satisfies { readonly [N in NodeNeed['need']]: NodeReport['action'] };

function actionOf(node: NodeNeed): NodeReport['action'] {
  // Also where the new life was there already and only its old one was left.
  return node.grant.kind === 'recreate' && node.need !== 'create' ? 'recreated' : actions[node.need];
}

/** What a recreate had left goes with this command, and no life is made in it. */
function isLeftOver({ need, others }: NodeNeed): boolean {
  return need !== 'replace' && others.going.length > 0;
}

function finishedWords(name: NodeName, document: StateDocument): string {
  const operation = madeBy(document, name);
  const which = operation === null ? 'an earlier recreate' : `recreate (operation ${operation})`;
  return `${which} was finished: what it had replaced is removed`;
}
