import type { Sha256 } from '../names.ts';
import type { NodeRecord, StateDocument } from '../state/document.ts';
import { partOutputs } from '../state/part-outputs.ts';
import { desiredSetUp } from './desired-set-up.ts';
import { appliedLab } from './wanted-lab.ts';

/**
 * What a person is told while the record says that the hosts file of a guest is that of an earlier lab, such as after a
 * peer alone was recreated on another address. Null also where it is not on record what the guest was told.
 */
export function owedNames(
  record: NodeRecord,
  { document, sha256 }: { readonly document: StateDocument; readonly sha256: Sha256 },
): string | null {
  const { names } = partOutputs(record, 'guest');
  if (typeof names !== 'string' || record.life !== 'committed' || document.deployment === null) return null;
  const { stages } = desiredSetUp(record, { document, lab: appliedLab(document), sha256 });
  return stages.names.digest === names
    ? null
    : 'names is pending: its hosts file has the names and addresses of before until up has reached it';
}
