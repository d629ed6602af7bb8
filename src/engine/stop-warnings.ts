import type { NodeRecord } from '../core/state/document.ts';
import { partOutputs } from '../core/state/part-outputs.ts';

/** How a VM came to its end, where that was not the shutdown that was asked for; for people. */
export function stopWarnings(record: NodeRecord): readonly string[] {
  const how = partOutputs(record, 'vm')['stoppedBy'];
  if (how === 'signal') {
    return ['its QEMU was ended by a signal without a clean shutdown of the guest: its monitor was gone'];
  }
  if (how === 'quit') return ['its QEMU was told to quit: the guest did not shut down by itself'];
  return [];
}
