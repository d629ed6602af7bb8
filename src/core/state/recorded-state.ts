import type { NodeRecord } from './document.ts';
import { partOutputs } from './part-outputs.ts';

export type RecordedState = 'running' | 'stopped' | 'creating' | 'destroying' | 'error';

/** One word for what the document says of a node that was not destroyed. */
export function recordedState(record: NodeRecord): RecordedState {
  if (record.life === 'destroying' || record.life === 'destroyed') return 'destroying';
  if (record.parts.some((part) => part.state === 'error')) return 'error';
  if (record.life === 'creating') return 'creating';
  return partOutputs(record, 'vm')['power'] === 'running' ? 'running' : 'stopped';
}
