import { plannedLab } from '../core/guest/wanted-lab.ts';
import type { Action } from '../core/plan/action.ts';
import type { Authorized } from '../core/plan/grant.ts';
import type { OtherLives } from '../core/plan/other-lives.ts';
import { stepActions, type StepGrant } from '../core/plan/step-actions.ts';
import { undoCreation, undoRecreate } from '../core/plan/undo-actions.ts';
import type { NodeRecord } from '../core/state/document.ts';
import { stepsOf } from '../core/state/new-operation.ts';
import type { NodeNeed } from './assess-plan.ts';
import { begunResize } from './begun-resize.ts';
import type { Prepared } from './converge.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { Ledger } from './ledger.ts';
import type { NodeWork } from './operate.ts';
import type { PlannedRequest } from './request.ts';
import type { PlanRun } from './run-plan.ts';

interface Planned {
  readonly run: PlanRun;
  readonly node: NodeNeed;
  /** The record of what begins here: a node, or a new life of one. */
  readonly begun: NodeRecord | undefined;
}

/** The recorded steps of one node, and what takes them back when one of them fails. */
export function plannedWork(ports: EnginePorts, ledger: Ledger, planned: Planned): NodeWork {
  const { run, node, begun } = planned;
  const { request, prepared } = run;
  const record = begunResize(node) ?? node.record ?? begun;
  if (record === undefined) throw new Error(`no record was made for ${node.name}`);
  const guest = node.need === 'set_up' ? 'silent' : 'not_asked';
  const others = othersOf(node, begun);
  const { vm, launched } = node;
  const forwards = node.forwards === 'differ' ? { forwards: node.desired.ports } : {};
  const facts = { record, vm, launched, guest, others, ...forwards } as const;
  const actions = node.need === 'nothing' ? [] : stepActions(node.grant, facts);
  return {
    context: {
      ports,
      ledger,
      name: node.name,
      life: null,
      host: prepared.findings?.host ?? null,
      // A resize agrees to sizes alone: peers, names and roles stay as they were agreed to.
      lab: request.command === 'resize' ? null : plannedLab(prepared.plan, ledger.document),
      forwards: node.desired.ports,
      userData: run.request.userData,
      signal: request.signal,
    },
    steps: stepsOf(untilWanted(actions, request.wait)),
    ...waitOf(node, { prepared, actions }),
    ...undoOf(node, request),
  };
}

function othersOf({ need, others }: NodeNeed, begun: NodeRecord | undefined): OtherLives {
  return need === 'replace' ? { ...others, coming: others.coming ?? begun ?? null } : others;
}

/** Without waiting for the guest nothing comes after it either: what was replaced stays until the guest is ready. */
function untilWanted(
  actions: readonly Authorized<Action>[],
  wait: PlannedRequest['wait'],
): readonly Authorized<Action>[] {
  const guest = actions.findIndex((action) => action.kind === 'set_up_guest');
  return wait === 'ready' || guest === -1 ? actions : actions.slice(0, guest);
}

/** An address is taken up only when its holder has left it, and nodes may have moved in a circle. */
function waitOf(
  { name }: NodeNeed,
  about: { readonly prepared: Prepared; readonly actions: readonly Authorized<Action>[] },
): Pick<NodeWork, 'waitsAt'> {
  const moves = about.prepared.plan.takenAddresses.some(({ node, holder }) => node === name || holder === name);
  const waitsAt = about.actions.findIndex(({ kind }) => kind === 'start_vm');
  return moves && waitsAt !== -1 ? { waitsAt } : {};
}

function undoOf(node: NodeNeed, request: PlannedRequest): Pick<NodeWork, 'undo'> {
  const { grant, need, record, vm } = node;
  if (isGrant(grant, 'recreate') && need === 'replace') {
    return { undo: (document) => untilWanted(undoRecreate(grant, document, { vm }), request.wait) };
  }
  const isNew = need === 'create' && record === null;
  if (request.onFailure !== 'undo' || !isNew || !isGrant(grant, 'create')) return {};
  return { undo: (document) => undoCreation(grant, document) };
}

function isGrant<K extends StepGrant['kind']>(
  grant: Authorized<StepGrant>,
  kind: K,
): grant is Authorized<Extract<StepGrant, { kind: K }>> {
  return grant.kind === kind;
}
