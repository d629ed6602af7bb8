import type { NodeName } from '../names.ts';
import { changeRecord } from './change-record.ts';
import type { StateDocument } from './document.ts';

/** The document in which the destruction of a node has begun: only `destroy` finishes it. */
export function markDestroying(document: StateDocument, name: NodeName): StateDocument {
  return changeRecord(name, (record) => (record.life === 'destroyed' ? record : { ...record, life: 'destroying' }))(
    document,
  );
}
