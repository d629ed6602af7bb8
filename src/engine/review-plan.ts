import { authorize } from '../core/plan/authorize.ts';
import type { Authorized, Grant } from '../core/plan/grant.ts';
import { makePlan } from '../core/plan/make-plan.ts';
import type { Plan } from '../core/plan/plan.ts';
import { unsupported } from '../core/plan/unsupported.ts';
import { type Now, planChanged } from '../core/plan/plan-changed.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { PlannedRequest } from './request.ts';

export interface Reviewed {
  readonly plan: Plan;
  readonly grants: readonly Authorized<Grant>[];
  readonly userData: PlannedRequest['userData'];
}

/** What the command may do from this document, or every reason why it may not. Nothing has been touched. */
export function reviewPlan(
  ports: EnginePorts,
  request: PlannedRequest,
  document: StateDocument | null,
): Result<Reviewed> {
  const plan = makePlan({ ...request, document, sha256: ports.identifiers.sha256 });
  if (!plan.ok) return plan;
  const { planHash } = plan.value;
  if (request.expectPlan !== null && request.expectPlan !== planHash) {
    return fail(planChanged(request.expectPlan, now(plan.value)));
  }
  const grants = authorize({ command: request.command, plan: plan.value, restart: request.restart ?? false });
  const failures = [...(grants.ok ? [] : grants.failures), ...unsupported(plan.value, request)];
  if (!grants.ok || failures.length > 0) return fail(...failures);
  return ok({ plan: plan.value, grants: grants.value, userData: request.userData });
}

function now({ planHash, nodes, drift, scope }: Plan): Now {
  return {
    hash: planHash,
    nodes: nodes.map(({ name, outcome, changes }) => ({ node: name, now: outcome, changes })),
    shared: drift,
    next: ['plan', ...(scope ?? [])],
  };
}
