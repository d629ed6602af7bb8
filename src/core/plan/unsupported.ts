import { type Failure, failure } from '../failure.ts';
import type { RuntimePolicy } from '../spec/envelope.ts';
import type { PlannedCommand } from './authorize.ts';
import { notSupportedYet } from './not-supported-yet.ts';
import type { PlanNode } from './plan.ts';

export interface ActedOn {
  readonly nodes: readonly Pick<PlanNode, 'outcome' | 'desired'>[];
  readonly runtime: RuntimePolicy;
}

/** Refusals for what the command would act on and cannot: nothing in a manifest is silently ignored. Read-only commands do not ask. */
export function unsupported(
  { nodes, runtime }: ActedOn,
  { command }: { readonly command: PlannedCommand } = { command: 'up' },
): readonly Failure[] {
  const acted = nodes.flatMap(({ outcome, desired }) => {
    // A recreate makes every node anew, whatever differs.
    const isActedOn = command === 'recreate' || outcome === 'create' || outcome === 'unchanged';
    return isActedOn && desired !== null ? [desired] : [];
  });
  return notSupportedYet(acted, runtime).map((row) => failure('not_supported_yet', row));
}
