import type { Action } from '../core/plan/action.ts';
import { authorizeState } from '../core/plan/authorize-state.ts';
import type { Authorized } from '../core/plan/grant.ts';
import { stepActions } from '../core/plan/step-actions.ts';
import { stopOfStray } from '../core/plan/stop-of-stray.ts';
import type { NodeFailure, OperationReport } from '../core/report/operation-report.ts';
import { ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { homePaths } from '../core/state/home-paths.ts';
import { newOperation, stepsOf } from '../core/state/new-operation.ts';
import type { Operation, StepRecord } from '../core/state/operation.ts';
import type { StepState } from '../core/state/part.ts';
import { stepError } from '../core/state/step-error.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { StateRequest } from './request.ts';
import { vmTarget } from './vm-target.ts';
import type { SeenVm } from './vms-of-home.ts';
import { begunOnFile } from './with-running.ts';

interface Stop {
  readonly step: StepRecord;
  readonly target: VmTarget;
  readonly address: string;
  readonly action: StopAction;
}

type StopAction = Authorized<Extract<Action, { readonly kind: 'stop_vm' }>>;

/** What is to be stopped: nodes of a document that was read or made up, and VMs that it does not name. */
export interface Unrecorded {
  readonly document: StateDocument | null;
  /** Null for all of its nodes. */
  readonly scope: readonly string[] | null;
  readonly strays: readonly SeenVm[];
}

/**
 * Stops VMs while the document cannot be written on. What is about to happen goes on file first, as an operation, because
 * no commit can hold it; the document stays as it is, and `status` sees what became of the VMs. A stop deletes nothing and
 * proves whom it stops by itself, so of all commands it alone may go on without a record.
 */
export async function stopUnrecorded(
  ports: EnginePorts,
  how: Pick<StateRequest, 'force'>,
  what: Unrecorded,
): Promise<Result<OperationReport>> {
  const nodes = nodeStops(ports, what, how);
  if (!nodes.ok) return nodes;
  const stops = [...nodes.value, ...what.strays.map((vm) => strayStop(ports, vm, how))];
  const operation = { ...operationOf(ports, stops), steps: stops.map(({ step }) => step) };
  const filed = await ports.store.archive(operation, { owner: null, whenFull: 'give_up_reserve' });
  if (!filed.ok) return filed;
  const failures: NodeFailure[] = [];
  const steps: StepRecord[] = [];
  for (const { step, action, target } of stops) {
    const stopped = await ports.hypervisor.stop(begunOnFile(action), target);
    const [failure] = stopped.ok ? [] : stopped.failures;
    if (failure !== undefined) failures.push({ node: action.node, stage: 'stop_vm', failure });
    const end = { endedAt: ports.clock.now(), error: failure === undefined ? null : stepError(failure) };
    steps.push({ ...step, ...end, state: failure === undefined ? 'complete' : 'error' });
  }
  const status = failures.length === 0 ? 'complete' : failures.length === stops.length ? 'error' : 'partial';
  const ended = { ...operation, steps, status, endedAt: ports.clock.now() } as const;
  await ports.store.archive(ended, { owner: null, whenFull: 'give_up_reserve' });
  return ok({
    operationId: operation.id,
    status,
    nodes: stops.map((stop, index) => nodeOf(stop, steps[index]?.state ?? 'error')),
    steps: steps.map(({ action, state }) => ({ node: action.node, kind: action.kind, state })),
    failures,
    retained: what.document?.retained ?? [],
  });
}

function nodeStops(
  ports: EnginePorts,
  { document, scope }: Unrecorded,
  { force }: Pick<StateRequest, 'force'>,
): Result<readonly Stop[]> {
  if (scope === null ? document === null : scope.length === 0) return ok([]);
  const granted = authorizeState({ command: 'stop', document, scope, force, deletePersistent: false });
  if (!granted.ok) return granted;
  const stops = granted.value.flatMap((grant): readonly Stop[] => {
    const record = grant.node === null ? undefined : document?.nodes[grant.node];
    if (grant.kind !== 'stop' || record === undefined) return [];
    const actions = stepActions(grant, { record, vm: 'unknown', guest: 'not_asked' }).filter(isStop);
    const { address } = record;
    const target = vmTarget(ports.layout, record);
    return actions.map((action) => ({ step: runningStep(ports, action), target, address, action }));
  });
  return ok(stops);
}

function strayStop(ports: EnginePorts, vm: SeenVm, how: Pick<StateRequest, 'force'>): Stop {
  const { name, uuid, identity } = vm;
  const action = stopOfStray(vm, how);
  const rootDisk = ports.layout.absolute(homePaths.rootDisk(homePaths.nodeFolder(name, uuid)));
  const target = { name, uuid, sockets: ports.layout.sockets(uuid), process: identity, rootDisk };
  // Nothing that reads tells its address.
  return { step: runningStep(ports, action), target, address: '', action };
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
    scope: stops.map(({ action }) => action.node),
    steps: stops.flatMap(({ action }) => stepsOf([action])),
  });
}

function nodeOf({ action, address }: Stop, state: StepState): OperationReport['nodes'][number] {
  const isStopped = state === 'complete';
  return {
    name: action.node,
    outcome: null,
    action: isStopped ? 'stopped' : 'failed',
    state: isStopped ? 'stopped' : 'error',
    ready: false,
    address,
    ssh: null,
    accelerator: null,
    warnings: [],
    repairs: [],
  };
}
