import type { NodeName } from '../names.ts';
import { controlOf } from '../plan/control-of.ts';
import type { Plan } from '../plan/plan.ts';
import type { Envelope } from '../spec/envelope.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import type { StateDocument } from '../state/document.ts';

/** What guests are told about their lab: what the command agrees to for its scope, what was applied for the others. */
export interface WantedLab {
  readonly envelope: Envelope;
  readonly control: NodeName | null;
  readonly specs: { readonly [name: string]: NodeSpec };
}

/** The lab as it was last agreed to. Precondition: there is a deployment. */
export function appliedLab({ deployment, nodes }: StateDocument): WantedLab {
  if (deployment === null) throw new Error('no deployment');
  const living = Object.values(nodes).filter(({ life }) => life !== 'destroyed' && life !== 'destroying');
  const recorded = living.map((record) => [record.name, record.spec] as const);
  const applied = Object.values(deployment.applied).map(({ spec }) => [spec.name, spec] as const);
  const control = deployment.control;
  const specs = [...recorded, ...applied].map(
    ([name, spec]) => [name, { ...spec, control: name === control }] as const,
  );
  return { envelope: deployment.envelope, control, specs: Object.fromEntries(specs) };
}

/** The lab as a plan wants it. Nodes outside its scope stay as they were agreed to. */
export function plannedLab(plan: Plan, document: StateDocument | null): WantedLab {
  const before = document === null || document.deployment === null ? {} : appliedLab(document).specs;
  const wanted = plan.nodes.flatMap(({ desired }) =>
    desired === null ? [] : [[desired.spec.name, desired.spec] as const],
  );
  return {
    envelope: plan.envelope,
    control: controlOf(plan, document?.deployment ?? null),
    specs: { ...before, ...Object.fromEntries(wanted) },
  };
}
