import type { NodeName } from '../names.ts';
import type { Deployment } from '../state/document.ts';
import type { PlannedDeployment } from './plan.ts';

/** Who holds the control role once this plan is carried out: a scope without the new holder does not move the role. */
export function controlOf(
  plan: Pick<PlannedDeployment, 'control' | 'scope'>,
  deployment: Pick<Deployment, 'control'> | null,
): NodeName | null {
  if (plan.scope === null || deployment === null || deployment.control === null) return plan.control;
  return plan.control !== null && plan.scope.includes(plan.control) ? plan.control : deployment.control;
}
