import type { NodeName } from '../names.ts';
import type { AppliedNode, StateDocument } from '../state/document.ts';
import { classify } from './classify.ts';
import { compareExisting } from './compare-existing.ts';
import { creationEffects, effectsOn } from './effects.ts';
import type { ExistingNode } from './existing-node.ts';
import type { CommittedNode, DesiredNode, PlanNode } from './plan.ts';

export interface WantedContext {
  readonly existing: ExistingNode | undefined;
  readonly applied: AppliedNode | undefined;
  readonly document: StateDocument | null;
  readonly drift: 'drift' | 'no drift';
  /** The control node, if it can be told of a new host key while it runs on. */
  readonly hearer: NodeName | null;
}

/** A node before it is known what may be done about it. */
export type Judged = Omit<PlanNode, 'next' | 'obstacles'>;

/** A node that is wanted, against what exists of it. */
export function planWanted(desired: DesiredNode, context: WantedContext): Judged {
  const { existing, applied, document, drift, hearer } = context;
  const { name, address } = desired.spec;
  const changes = existing === undefined ? [] : compareExisting(existing, desired);
  const committed = existing === undefined ? null : committedNode(existing);
  const outcome = classify({ committed, wanted: 'wanted', drift, changes });
  const effects =
    outcome === 'create' || existing === undefined
      ? creationEffects(desired.spec, { document, hearer })
      : effectsOn(outcome, { existing, to: desired.spec, document, hearer });
  const agreed = applied?.specHash === desired.specHash && changes.length === 0;
  const settled =
    outcome === 'unchanged' && agreed && !effects.starts && existing !== undefined && guestIsSetUp(existing);
  const leaves = outcome === 'resize' ? changes.flatMap(({ needs, path }) => (needs === 'record' ? [path] : [])) : [];
  return { name, address, outcome, changes, effects, leaves, settled, committed, desired };
}

/** A node that exists and is wanted no more. */
export function planMissing(existing: ExistingNode): Judged {
  const { name, address } = existing.record;
  const effects = effectsOn('missing', { existing, to: null, document: null, hearer: null });
  const committed = committedNode(existing);
  return {
    name,
    address,
    outcome: 'missing',
    changes: [],
    effects,
    leaves: [],
    settled: false,
    committed,
    desired: null,
  };
}

function committedNode({ uuid, life }: ExistingNode): CommittedNode {
  return { uuid, life };
}

function guestIsSetUp({ record, isOwed }: ExistingNode): boolean {
  return !isOwed && record.parts.some((part) => part.kind === 'guest' && part.state === 'complete');
}
