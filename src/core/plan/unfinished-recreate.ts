import type { SharedPolicy } from '../spec/envelope.ts';
import type { StateDocument } from '../state/document.ts';
import { compareEnvelope } from './compare-envelope.ts';
import type { DesiredNode } from './plan.ts';

/**
 * How a recreate that was interrupted goes on. `resume`: with the new life that was being made. `finish`: the new life is
 * the node's already, and the old one is still to go. `anew`: there is none, or something else is wanted by now.
 */
export type Continuation = 'resume' | 'finish' | 'anew';

export function continuation(
  document: StateDocument | null,
  wanted: { readonly desired: DesiredNode; readonly shared: SharedPolicy },
): Continuation {
  const { desired, shared } = wanted;
  const { name } = desired.spec;
  const replacement = document?.replacements[name];
  if (document === null || replacement === undefined) return 'anew';
  const { coming, going } = replacement;
  const life = coming?.record ?? document.nodes[name];
  const agreed = coming?.applied ?? document.deployment?.applied[name];
  if (life === undefined || agreed?.specHash !== desired.specHash) return 'anew';
  if (compareEnvelope(life.madeFor, shared).length > 0) return 'anew';
  if (coming !== null) return 'resume';
  return going.some((record) => record.life === 'destroying') ? 'finish' : 'anew';
}
