import { type Failure, failure } from '../failure.ts';
import type { NodeRecord, StateDocument } from './document.ts';
import type { Standing } from './standing.ts';

/** That a node cannot be reached since its VM does not run, with what of it was begun by the record. */
export function notRunning(
  document: Pick<StateDocument, 'replacements'> | null,
  { name, life }: NodeRecord,
  standing: Standing,
): Failure {
  const isReplaced = (document?.replacements[name]?.coming ?? null) !== null;
  const begun =
    life === 'destroying' ? 'destruction' : life === 'creating' ? 'creation' : isReplaced ? 'recreate' : null;
  return failure('vm_not_running', { node: name, begun, standing });
}
