import { failure, type Failure } from '../core/failure.ts';
import type { NodeName } from '../core/names.ts';
import type { Authorized, Grant } from '../core/plan/grant.ts';
import type { DesiredNode, Plan } from '../core/plan/plan.ts';
import { guestGrowth } from '../core/plan/guest-growth.ts';
import { resizeFacts, resizeWay } from '../core/plan/resize-way.ts';
import type { StepGrant } from '../core/plan/step-actions.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { seenSpec } from '../core/state/asked-spec.ts';
import type { NodeRecord, StateDocument } from '../core/state/document.ts';
import type { EnginePorts } from './engine-ports.ts';
import { monitorTrouble } from '../core/recovery/observed-state.ts';
import { checkGuest } from './check-guest.ts';
import { observeNodes } from './observe-nodes.ts';
import type { Reviewed } from './review-plan.ts';

/** What one node needs from the command, once its VM has been looked at. */
export interface NodeNeed {
  readonly grant: Authorized<StepGrant>;
  readonly name: NodeName;
  readonly desired: DesiredNode;
  /** Null when nothing exists yet. */
  readonly record: NodeRecord | null;
  readonly need: 'create' | 'start' | 'set_up' | 'restart' | 'resize' | 'nothing';
  /** `not_running` also for a VM of ours that is paused: its start step finds and continues it. */
  readonly vm: 'running' | 'not_running';
  /** Its QEMU is there already, running or paused, and holds the ports that it was started with. */
  readonly launched: boolean;
}

/**
 * Looks at every VM that exists and says what each node needs. A VM about which nothing can be told refuses the whole
 * command: starting it could start it twice.
 */
export async function assessPlan(
  ports: EnginePorts,
  reviewed: Reviewed,
  document: StateDocument | null,
): Promise<Result<readonly NodeNeed[]>> {
  const nodes = reviewed.grants.flatMap((grant) => wanted(grant, { plan: reviewed.plan, document }));
  const existing = nodes.flatMap((node) => node.record ?? []);
  const evidence = await observeNodes(ports, existing);
  const failures: Failure[] = [];
  const needs = await Promise.all(
    nodes.map(async (node): Promise<NodeNeed> => {
      const seen = evidence.get(node.name);
      if (seen?.kind === 'unknown') {
        failures.push(failure('evidence_unknown', { node: node.name, why: seen.why, detail: seen.detail }));
      }
      const vm = seen?.kind === 'running' && !seen.paused ? 'running' : 'not_running';
      const launched = seen?.kind === 'running';
      if (launched && cannotFollow(node)) failures.push(failure('resize_needs_restart', { node: node.name }));
      const trouble = seen === undefined ? null : monitorTrouble(seen);
      if (trouble !== null) ports.events.emit({ kind: 'warning', node: node.name, text: trouble });
      return { ...node, vm, launched, need: await needOf(ports, { ...node, vm, document }) };
    }),
  );
  return failures.length > 0 ? fail(...failures) : ok(needs);
}

type PlannedGrant = Extract<Grant, { kind: 'create' | 'converge' | 'restart' | 'resize' }>;
type Wanted = Omit<NodeNeed, 'need' | 'vm' | 'launched'>;

function wanted(
  grant: Authorized<Grant>,
  from: { readonly plan: Plan; readonly document: StateDocument | null },
): readonly Wanted[] {
  const planned = from.plan.nodes.find((node) => node.name === grant.node);
  if (planned === undefined || planned.desired === null || !isStepGrant(grant)) return [];
  const record = from.document?.nodes[planned.name];
  const living = record === undefined || record.life === 'destroyed' ? null : record;
  return [{ grant, name: planned.name, desired: planned.desired, record: living }];
}

async function needOf(
  ports: EnginePorts,
  node: Wanted & { readonly vm: NodeNeed['vm']; readonly document: StateDocument | null },
): Promise<NodeNeed['need']> {
  if (node.record === null || node.record.life === 'creating') return 'create';
  if (node.grant.kind === 'restart' || node.grant.kind === 'resize') return node.grant.kind;
  if (node.vm === 'not_running') return 'start';
  // A guest that has come up since is ready, but only its own step can record that.
  if (node.record.parts.some((part) => part.kind === 'guest' && part.state !== 'complete')) return 'set_up';
  if (guestGrowth(node.record).length > 0) return 'set_up';
  const deployment = node.document?.deployment ?? null;
  const ready = await checkGuest(ports, { record: node.record, deployment });
  return ready ? 'nothing' : 'set_up';
}

const plannedGrants = { create: true, converge: true, restart: true, resize: true } as const satisfies {
  readonly [K in PlannedGrant['kind']]: true;
};

/** The grants of the authority table whose steps are known. */
function isStepGrant(grant: Authorized<Grant>): grant is Authorized<PlannedGrant> {
  return grant.kind in plannedGrants;
}

/** A VM that runs while the plan, going by the record, took it for stopped: nobody was told that it would stop. */
function cannotFollow({ grant, record, desired }: Wanted): boolean {
  if (grant.kind !== 'resize' || grant.allowRestart || record === null) return false;
  return resizeWay(seenSpec(record), desired.spec, resizeFacts(record)) === 'restart';
}
