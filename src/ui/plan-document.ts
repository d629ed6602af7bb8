import { describeFailure } from '../core/failure-text.ts';
import type { PlanDocument } from '../core/plan/plan-document-schema.ts';
import { obstacleFailures } from '../core/plan/obstacle-failures.ts';
import type { Plan, PlanNode } from '../core/plan/plan.ts';
import type { AcceleratorReport } from '../core/qemu/host-features.ts';
import { type Carried, carryOn } from './carry-on.ts';

export interface PlanView {
  /** The last answer of the accelerator probe; null when not probed yet. */
  readonly probed: AcceleratorReport | null;
  readonly carried: Carried;
}

/** The structured form of a plan, as its schema says. */
export function planDocument(plan: Plan, { probed, carried }: PlanView): PlanDocument {
  return {
    planHash: plan.planHash,
    source: plan.source,
    scope: plan.scope,
    control: plan.control,
    accelerator: { asked: plan.runtime.accel, probed },
    envelope: { ...plan.envelope, ...plan.runtime, drift: plan.drift },
    nodes: plan.nodes.map((node) => nodeDocument(node, carried)),
    blocked: plan.blocked.map((block) => ({ ...block, next: block.next.map((next) => carryOn(next, carried)) })),
  };
}

function nodeDocument(node: PlanNode, carried: Carried): PlanDocument['nodes'][number] {
  const { name, address, outcome, changes, effects, desired, settled, leaves, next } = node;
  return {
    ...{ name, address, outcome, changes, effects },
    obstacles: obstacleFailures([node]).map((each) => {
      const { reason, message } = describeFailure(each);
      return { reason, message };
    }),
    specHash: desired?.specHash ?? null,
    settled,
    leaves,
    next: next === null ? null : carryOn(next, carried),
  };
}
