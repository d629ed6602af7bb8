import type { NodeName } from '../core/names.ts';
import { stepActions } from '../core/plan/step-actions.ts';
import { ok, type Result } from '../core/result.ts';
import type { Deployment, NodeRecord, StateDocument } from '../core/state/document.ts';
import { changeRecord } from '../core/state/change-record.ts';
import { commitApplied } from '../core/state/commit-applied.ts';
import { commitResize } from '../core/state/commit-resize.ts';
import { newOperation, stepOf } from '../core/state/new-operation.ts';
import { begunResize } from './begun-resize.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { NodeRun } from './execute-node.ts';
import type { Ledger } from './ledger.ts';
import { newNodes } from './new-nodes.ts';
import { operate, type NodeWork, type OperationEnd } from './operate.ts';
import type { PlannedRequest } from './request.ts';
import type { Prepared } from './converge.ts';
import type { NodeNeed } from './assess-plan.ts';

interface PlanRun {
  readonly request: PlannedRequest;
  readonly prepared: Prepared;
}

/** Turns what each node needs into recorded steps and runs them. Precondition: the fence is ours. */
export async function runPlan(ports: EnginePorts, ledger: Ledger, run: PlanRun): Promise<Result<OperationEnd>> {
  const records = await missingRecords(ports, ledger, run.prepared);
  if (!records.ok) {
    await ledger.release();
    return records;
  }
  const created = new Map(records.value.map((record) => [record.name, record]));
  const nodes = run.prepared.needs.map((node) =>
    nodeWork(ports, ledger, { run, node, created: created.get(node.name) }),
  );
  return operate(ports, ledger, {
    operation: plannedOperation(ports, run, nodes),
    deployment: newDeployment(ports, run.prepared),
    created: records.value,
    keptInputs: run.request.keptInputs,
    nodes,
    opening: (document) => begunResizes(document, run.prepared),
    settle: (document, runs) => settled(ports, document, { run, runs }),
    signal: run.request.signal,
  });
}

function missingRecords(
  ports: EnginePorts,
  ledger: Ledger,
  { needs, findings }: Prepared,
): Promise<Result<readonly NodeRecord[]>> {
  const specs = needs.filter((node) => node.record === null).map((node) => node.desired.spec);
  if (findings === null || specs.length === 0) return Promise.resolve(ok([]));
  return newNodes(ports, ledger.document, { specs, findings });
}

function nodeWork(
  ports: EnginePorts,
  ledger: Ledger,
  work: { readonly run: PlanRun; readonly node: NodeNeed; readonly created: NodeRecord | undefined },
): NodeWork {
  const { run, node } = work;
  const record = begunResize(node) ?? node.record ?? work.created;
  if (record === undefined) throw new Error(`no record was made for ${node.name}`);
  const guest = node.need === 'set_up' ? 'silent' : 'not_asked';
  const actions =
    node.need === 'nothing' ? [] : stepActions(node.grant, { record, vm: node.vm, launched: node.launched, guest });
  const chosen = run.request.wait === 'ready' ? actions : actions.filter((action) => action.kind !== 'set_up_guest');
  return {
    context: {
      ports,
      ledger,
      name: node.name,
      host: run.prepared.findings?.host ?? null,
      forwards: node.desired.ports,
      signal: run.request.signal,
    },
    steps: chosen.map(stepOf),
  };
}

function plannedOperation(ports: EnginePorts, { request, prepared }: PlanRun, nodes: readonly NodeWork[]) {
  const { source, planHash } = prepared.plan;
  return newOperation({
    id: ports.identifiers.uuid(),
    command: request.command,
    startedAt: ports.clock.now(),
    manifest:
      source.kind === 'applied' ? null : { path: source.kind === 'file' ? source.path : '-', sha256: source.sha256 },
    planHash: request.expectPlan ?? planHash,
    scope: nodes.map((node) => node.context.name),
    steps: nodes.flatMap((node) => node.steps),
  });
}

function newDeployment(ports: EnginePorts, { plan }: Prepared): Deployment {
  return {
    id: ports.identifiers.uuid(),
    createdAt: ports.clock.now(),
    envelope: plan.envelope,
    runtime: plan.runtime,
    control: plan.control,
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

/** Nodes whose VM has run with this spec: what was agreed to holds even if their guest is not ready yet. */
function agreed(document: StateDocument, { needs }: Prepared): readonly NodeName[] {
  return needs.map((node) => node.name).filter((name) => document.nodes[name]?.life === 'committed');
}
