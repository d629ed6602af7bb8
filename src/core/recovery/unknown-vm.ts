import { failure, type Failure } from '../failure.ts';
import type { NodeName } from '../names.ts';
import type { Evidence } from './evidence.ts';

/** Why a VM of which nothing can be told is left alone. */
export function unknownVm(node: NodeName, { why, detail }: Extract<Evidence, { readonly kind: 'unknown' }>): Failure {
  return why === 'other_home'
    ? failure('vm_of_other_home', { node, detail })
    : failure('evidence_unknown', { node, why, detail });
}
