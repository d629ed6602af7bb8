import type { NodeName } from '../core/names.ts';
import type { Action } from '../core/plan/action.ts';
import type { Authorized, Grant } from '../core/plan/grant.ts';
import { stepActions, wholeActions } from '../core/plan/step-actions.ts';
import type { Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { markDestroying } from '../core/state/mark-destroying.ts';
import { newOperation, stepsOf } from '../core/state/new-operation.ts';
import { askedOf } from './asked-of.ts';
import type { StateNeed } from './assess-state.ts';
import type { PreparedState, StateChange } from './change-state.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { Ledger } from './ledger.ts';
import { operate, type NodeWork, type OperationEnd } from './operate.ts';

interface StateRun {
  readonly change: StateChange;
  readonly prepared: PreparedState;
}

/** Turns what each node needs into recorded steps and runs them. Precondition: the fence is ours. */
export function runState(ports: EnginePorts, ledger: Ledger, run: StateRun): Promise<Result<OperationEnd>> {
  const document = ledger.document;
  const uuid = document.deployment?.id ?? ports.identifiers.uuid();
  const work = nodeWorker(ports, ledger, run);
  const nodes = run.prepared.needs.map((need) => work(need.record.name, actionsOf(need)));
  const last = run.prepared.grants
    .flatMap((grant) => (isWhole(grant) ? wholeActions(grant, { retained: document.retained, uuid }) : []))
    .map((action) => work(action.node, [action]));
  return operate(ports, ledger, {
    operation: newOperation({
      id: ports.identifiers.uuid(),
      command: run.change.command,
      startedAt: ports.clock.now(),
      manifest: null,
      planHash: run.change.request.expectPlan,
      scope: run.prepared.needs.map((need) => need.record.name),
      asked: askedOf(run.change.request),
      steps: [...nodes, ...last].flatMap((node) => node.steps),
    }),
    deployment: null,
    created: [],
    opening: (opened) => destroying(opened, run.prepared.needs),
    keptInputs: null,
    nodes,
    last,
    settle: (settled) => settled,
    signal: run.change.request.signal,
  });
}

function isWhole(grant: Authorized<Grant>): grant is Authorized<Extract<Grant, { kind: 'purge' | 'delete_retained' }>> {
  return grant.kind === 'purge' || grant.kind === 'delete_retained';
}

function actionsOf(need: StateNeed): readonly Authorized<Action>[] {
  return need.need === 'nothing'
    ? []
    : stepActions(need.grant, { record: need.record, vm: need.vm, guest: need.guest, others: need.others });
}

function nodeWorker(ports: EnginePorts, ledger: Ledger, run: StateRun) {
  return (name: NodeName, actions: readonly Authorized<Action>[]): NodeWork => ({
    context: {
      ports,
      ledger,
      name,
      life: null,
      host: run.prepared.findings?.host ?? null,
      lab: null,
      forwards: ledger.document.deployment?.applied[name]?.ports ?? [],
      userData: new Map(),
      signal: run.change.request.signal,
    },
    steps: stepsOf(actions),
  });
}

/** From its first step on a destroyed node is no longer one that a manifest could start. */
function destroying(document: StateDocument, needs: readonly StateNeed[]): StateDocument {
  return needs
    .filter((need) => need.need === 'destroy')
    .reduce((each, need) => markDestroying(each, need.record.name), document);
}
