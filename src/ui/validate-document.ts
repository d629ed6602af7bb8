import type { ResolvedDeployment } from '../core/manifest/resolved-deployment.ts';
import { notSupportedYet } from '../core/plan/not-supported-yet.ts';
import type { PlanSource } from '../core/plan/plan.ts';
import type { ValidateDocument } from '../core/plan/validate-document-schema.ts';

/** The structured form of a manifest that holds: what it comes to after inheritance and defaults. */
export function validateDocument(resolved: ResolvedDeployment, source: PlanSource): ValidateDocument {
  return {
    valid: true,
    source,
    envelope: { ...resolved.envelope, ...resolved.runtime },
    nodes: resolved.nodes.map(({ spec, protect, ports }) => ({ ...spec, protect, ports })),
    skipped: resolved.skipped,
    notSupportedYet: notSupportedYet(resolved.nodes, resolved.runtime),
  };
}
