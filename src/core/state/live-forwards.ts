import type { NodeRecord } from './document.ts';
import { partOutputs } from './part-outputs.ts';

/** The forwards that the VM process has, as forwardWords has them: those of its launch, or of the last change since. */
export function liveForwards(record: NodeRecord): readonly string[] {
  const recorded = partOutputs(record, 'vm')['forwards'];
  return typeof recorded === 'string' && recorded !== '' ? recorded.split(' ') : [];
}
