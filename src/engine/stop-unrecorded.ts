import type { Action } from '../core/plan/action.ts';
import { authorizeState } from '../core/plan/authorize-state.ts';
import type { Authorized } from '../core/plan/grant.ts';
import { stepActions } from '../core/plan/step-actions.ts';
import type { NodeFailure, OperationReport } from '../core/report/operation-report.ts';
import { ok, type Result } from '../core/result.ts';
import type { NodeRecord, StateDocument } from '../core/state/document.ts';
import { newOperation, stepsOf } from '../core/state/new-operation.ts';
import type { Operation, StepRecord } from '../core/state/operation.ts';
import type { StepState } from '../core/state/part.ts';
import { stepError } from '../core/state/step-error.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { StateRequest } from './request.ts';
import { vmTarget } from './vm-target.ts';
import { begunOnFile } from './with-running.ts';

interface Stop {
  readonly step: StepRecord;
  readonly record: NodeRecord;
  readonly action: StopAction;
}

type StopAction = Authorized<Extract<Action, { readonly kind: 'stop_vm' }>>;

/**
 * Stops VMs while the document cannot be written on. What is about to happen goes on file first, as an operation, because
 * no commit can hold it; the document stays as it is, and `status` sees what became of the VMs. A stop deletes nothing and
 * proves whom it stops by itself, so of all commands it alone may go on without a record.
 */
export async function stopUnrecorded(
  ports: EnginePorts,
  request: StateRequest,
  document: StateDocument,
): Promise<Result<OperationReport>> {
  const { scope, force } = request;
  const granted = authorizeState({ command: 'stop', document, scope, force, deletePersistent: false });
  if (!granted.ok) return granted;
  const stops = granted.value.flatMap((grant): readonly Stop[] => {
    const record = grant.node === null ? undefined : document.nodes[grant.node];
    if (grant.kind !== 'stop' || record === undefined) return [];
    const actions = stepActions(grant, { record, vm: 'unknown', guest: 'not_asked' });
    return actions.filter(isStop).map((action) => ({ step: runningStep(ports, action), record, action }));
  });
  const operation = { ...operationOf(ports, stops), steps: stops.map(({ step }) => step) };
  const filed = await ports.store.archive(operation, { owner: null });
  if (!filed.ok) return filed;
  const failures: NodeFailure[] = [];
  const steps: StepRecord[] = [];
  for (const each of stops) {
    const running = begunOnFile(each.action);
    const stopped = await ports.hypervisor.stop(running, vmTarget(ports.layout, each.record));
    const [failure] = stopped.ok ? [] : stopped.failures;
    if (failure !== undefined) failures.push({ node: each.record.name, stage: 'stop_vm', failure });
    const end = { endedAt: ports.clock.now(), error: failure === undefined ? null : stepError(failure) };
    steps.push({ ...each.step, ...end, state: failure === undefined ? 'complete' : 'error' });
  }
  const status = failures.length === 0 ? 'complete' : failures.length === stops.length ? 'error' : 'partial';
  await ports.store.archive({ ...operation, steps, status, endedAt: ports.clock.now() }, { owner: null });
  return ok({
    operationId: operation.id,
    status,
    nodes: stops.map(({ record }, index) => nodeOf(record, steps[index]?.state ?? 'error')),
    steps: steps.map(({ action, state }) => ({ node: action.node, kind: action.kind, state })),
    failures,
    retained: document.retained,
  });
}

function isStop(action: Authorized<Action>): action is StopAction {
  return action.kind === 'stop_vm';
}

function runningStep(ports: EnginePorts, action: StopAction): StepRecord {
  const [step] = stepsOf([action]);
  return { id: step?.id ?? '', action, state: 'running', startedAt: ports.clock.now(), endedAt: null, error: null };
}

function operationOf(ports: EnginePorts, stops: readonly Stop[]): Operation {
  return newOperation({
    id: ports.identifiers.uuid(),
    command: 'stop',
    startedAt: ports.clock.now(),
    manifest: null,
    planHash: null,
    scope: stops.map(({ record }) => record.name),
    steps: stops.flatMap(({ action }) => stepsOf([action])),
  });
}

function nodeOf(record: NodeRecord, state: StepState): OperationReport['nodes'][number] {
  const isStopped = state === 'complete';
  return {
    name: record.name,
    outcome: null,
    action: isStopped ? 'stopped' : 'failed',
    state: isStopped ? 'stopped' : 'error',
    ready: false,
    address: record.address,
    ssh: null,
    accelerator: null,
    warnings: [],
    repairs: [],
  };
}
