import { guestWarnings } from '../core/guest/guest-warnings.ts';
import type { NodeName } from '../core/names.ts';
import { noNode } from '../core/plan/no-node.ts';
import type { Outcome } from '../core/plan/plan.ts';
import type { NodeRecord, StateDocument } from '../core/state/document.ts';
import type { Operation } from '../core/state/operation.ts';
import type { NodeRun } from './execute-node.ts';
import type { NodeFailure, NodeReport, OperationReport } from '../core/report/operation-report.ts';
import { partOutputs } from '../core/state/part-outputs.ts';

/** What a command says about one node at its end, from the record that it left. */
export function nodeReport(
  record: NodeRecord,
  about: {
    readonly outcome: Outcome | null;
    /** What was to be done; reported as done only when its run got there. */
    readonly action: NodeReport['action'];
    readonly document: Pick<StateDocument, 'deployment' | 'nodes'>;
    readonly run: NodeRun | null;
  },
): NodeReport {
  const { document, run } = about;
  const user = document.deployment === null ? undefined : record.madeFor.envelope.user;
  return {
    name: record.name,
    outcome: about.outcome,
    action: actionOf(about.action, run),
    state: stateOf(record, run),
    ready: record.guest !== null && powerOf(record) === 'running' && (run === null || run.stage === null),
    address: record.address,
    ssh:
      user === undefined || record.sshPort === null || powerOf(record) !== 'running'
        ? null
        : { host: '127.0.0.1', port: record.sshPort, user },
    accelerator:
      record.machine === null ? null : { name: record.machine.accelerator, reason: record.machine.acceleratorReason },
    warnings: guestWarnings(record, document),
    // What an earlier command put right is no news.
    repairs: run?.done.includes('set_up_guest') === true ? (record.guest?.repairs ?? []) : [],
  };
}

/** What really came of it: a guest that does not get ready changes nothing about a VM that was created and started. */
function actionOf(intended: NodeReport['action'], run: NodeRun | null): NodeReport['action'] {
  if (run === null) return 'none';
  // A size is only agreed to when its guest has confirmed it.
  if (run.stage === null || (run.stage === 'set_up_guest' && intended !== 'resized')) return intended;
  return run.failures.length > 0 ? 'failed' : 'none';
}

function powerOf(record: NodeRecord): 'running' | 'stopped' | 'unknown' {
  const power = partOutputs(record, 'vm')['power'];
  if (power === 'launched') return 'unknown';
  return power === 'running' ? 'running' : 'stopped';
}

function stateOf(record: NodeRecord, run: NodeRun | null): NodeReport['state'] {
  if (record.life === 'destroyed') return 'destroyed';
  if (run?.undone === true) return powerOf(record);
  if (run !== null && run.stage !== null && run.failures.length === 0) return 'pending';
  if (run !== null && run.failures.length > 0 && run.stage !== 'set_up_guest') return 'error';
  return powerOf(record);
}

/** The steps and failures of an operation in the form that reports show. */
export function operationFacts(
  operation: Operation,
  runs: ReadonlyMap<NodeName, NodeRun>,
): Pick<OperationReport, 'operationId' | 'status' | 'steps' | 'failures'> {
  // Those of the scope in its order, then what was done for the deployment as a whole.
  const names = new Set<NodeName>([...operation.scope, ...runs.keys()]);
  const failures = [...names].flatMap((name) => failuresOf(name, runs.get(name)));
  return {
    operationId: operation.id,
    status: reportStatus(operation),
    steps: operation.steps.map((step) => ({
      node: nodeOrNull(step.action.node),
      kind: step.action.kind,
      state: step.state,
    })),
    failures,
  };
}

function failuresOf(name: NodeName, run: NodeRun | undefined): readonly NodeFailure[] {
  const stage = run?.stage ?? 'unknown';
  return (run?.failures ?? []).map((failure) => ({ node: nodeOrNull(name), stage, failure }));
}

function nodeOrNull(name: NodeName): NodeName | null {
  return name === noNode ? null : name;
}

function reportStatus(operation: Operation): OperationReport['status'] {
  const { status } = operation;
  return status === 'complete' || status === 'partial' || status === 'cancelled' ? status : 'error';
}
