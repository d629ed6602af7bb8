import type { NodeName } from '../core/names.ts';
import { controlOf } from '../core/plan/control-of.ts';
import { ok, type Result } from '../core/result.ts';
import type { ComingLife, Deployment, NodeRecord, StateDocument } from '../core/state/document.ts';
import { changeRecord } from '../core/state/change-record.ts';
import { appliedNode, commitApplied } from '../core/state/commit-applied.ts';
import { commitResize } from '../core/state/commit-resize.ts';
import { holdControl } from '../core/state/hold-control.ts';
import { newOperation } from '../core/state/new-operation.ts';
import { askedOf } from './asked-of.ts';
import { begunResize } from './begun-resize.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { NodeRun, NodeStep } from './execute-node.ts';
import { introductionWork } from './introduction.ts';
import type { Ledger } from './ledger.ts';
import { newNodes } from './new-nodes.ts';
import { operate, type OperationEnd } from './operate.ts';
import { plannedWork } from './planned-work.ts';
import type { PlannedRequest } from './request.ts';
import type { Prepared } from './converge.ts';
import type { NodeNeed } from './assess-plan.ts';

export interface PlanRun {
  readonly request: PlannedRequest;
  readonly prepared: Prepared;
}

/** Turns what each node needs into recorded steps and runs them. Precondition: the fence is ours. */
export async function runPlan(ports: EnginePorts, ledger: Ledger, run: PlanRun): Promise<Result<OperationEnd>> {
  const records = await newRecords(ports, ledger, run.prepared);
  if (!records.ok) {
    await ledger.release();
    return records;
  }
  const begun = new Map(records.value.map((record) => [record.name, record]));
  const { needs } = run.prepared;
  const nodes = needs.map((node) => plannedWork(ports, ledger, { run, node, begun: begun.get(node.name) }));
  const introduction = introductionWork(ports, ledger, { run, begun });
  const steps = [...nodes, ...(introduction === null ? [] : [introduction])].flatMap((node) => node.steps);
  const replaced = new Set(needs.filter(({ need }) => need === 'replace').map(({ name }) => name));
  return operate(ports, ledger, {
    operation: plannedOperation(ports, run, steps),
    deployment: newDeployment(ports, run.prepared),
    created: records.value.filter(({ name }) => !replaced.has(name)),
    coming: needs.filter(({ name }) => replaced.has(name)).flatMap((node) => comingLife(node, begun)),
    keptInputs: run.request.keptInputs,
    nodes,
    introduction,
    opening: opening(ports, run.prepared),
    settle: (document, runs) => settled(ports, document, { run, runs }),
    signal: run.request.signal,
  });
}

/** The role is on record as held before any guest hears of it, and with it the name of the new holder's key. */
function opening(ports: EnginePorts, prepared: Prepared): (document: StateDocument) => StateDocument {
  const controlKey = ports.identifiers.uuid();
  return (document) => {
    const control = controlOf(prepared.plan, document.deployment);
    return begunResizes(holdControl(document, { control, controlKey }), prepared);
  };
}

function newRecords(
  ports: EnginePorts,
  ledger: Ledger,
  { needs, findings, plan }: Prepared,
): Promise<Result<readonly NodeRecord[]>> {
  const beginning = needs.filter(({ need, record, others }) =>
    need === 'replace' ? others.coming === null : record === null,
  );
  const specs = beginning.map((node) => node.desired.spec);
  if (findings === null || specs.length === 0) return Promise.resolve(ok([]));
  const forwards = needs.flatMap((node) => node.desired.ports);
  const { envelope, runtime } = plan;
  return newNodes(ports, ledger.document, { specs, findings, forwards, madeFor: { envelope, runtime } });
}

function comingLife(node: NodeNeed, begun: ReadonlyMap<NodeName, NodeRecord>): readonly ComingLife[] {
  const record = begun.get(node.name);
  return record === undefined ? [] : [{ record, applied: appliedNode(node.desired) }];
}

function plannedOperation(ports: EnginePorts, { request, prepared }: PlanRun, steps: readonly NodeStep[]) {
  const { source, planHash } = prepared.plan;
  return newOperation({
    id: ports.identifiers.uuid(),
    command: request.command,
    startedAt: ports.clock.now(),
    manifest:
      source.kind === 'applied' ? null : { path: source.kind === 'file' ? source.path : '-', sha256: source.sha256 },
    planHash: request.expectPlan ?? planHash,
    scope: prepared.needs.map((node) => node.name),
    asked: askedOf(request),
    steps,
  });
}

function newDeployment(ports: EnginePorts, { plan }: Prepared): Deployment {
  return {
    id: ports.identifiers.uuid(),
    createdAt: ports.clock.now(),
    envelope: plan.envelope,
    runtime: plan.runtime,
    control: plan.control,
    controlKey: null,
    applied: {},
  };
}

function begunResizes(document: StateDocument, { needs }: Prepared): StateDocument {
  const begun = needs.flatMap((node) => begunResize(node) ?? []);
  return begun.reduce((next, record) => changeRecord(record.name, () => record)(next), document);
}

function settled(
  ports: EnginePorts,
  document: StateDocument,
  { run, runs }: { readonly run: PlanRun; readonly runs: ReadonlyMap<NodeName, NodeRun> },
): StateDocument {
  const { prepared, request } = run;
  if (request.command !== 'resize') return commitApplied(document, prepared.plan, agreed(document, prepared));
  const done = prepared.needs.map((node) => node.name).filter((name) => runs.get(name)?.stage === null);
  return commitResize(document, done, ports.identifiers.sha256);
}

/**
 * Nodes whose VM has run with this spec: what was agreed to holds even if their guest is not ready yet. A node whose
 * recreate was taken back, or is not that far, has agreed to nothing new.
 */
function agreed(document: StateDocument, { needs }: Prepared): readonly NodeName[] {
  return needs
    .filter(({ name, need, desired }) => {
      if (document.nodes[name]?.life !== 'committed' || hasOldForwards(document, name)) return false;
      return need !== 'replace' || document.deployment?.applied[name]?.specHash === desired.specHash;
    })
    .map(({ name }) => name);
}

/** A VM that runs on with the forwards it had: they are what stays agreed. */
function hasOldForwards({ operation }: StateDocument, name: NodeName): boolean {
  const step = operation?.steps.find(({ action }) => action.kind === 'forward_ports' && action.node === name);
  return step !== undefined && step.state !== 'complete';
}
