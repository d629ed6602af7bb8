import { displaySize } from '../../core/display-size.ts';
import { askedSpec, seenSpec } from '../../core/state/asked-spec.ts';
import { partOutputs } from '../../core/state/part-outputs.ts';
import type { Check, Needs } from './findings.ts';

/** Compares what the chosen guests add with what is available: overcommit works until guests fill their memory, so it warns. */
export const checkMemory: Check = {
  name: 'memory',
  run: (ports, needs) => {
    const specs = [...needs.creates, ...needs.starts.map(askedSpec)];
    const added = [...specs.map((spec) => spec.memoryBytes), ...growing(needs)].reduce((sum, bytes) => sum + bytes, 0);
    const { availableBytes } = ports.resources.memory();
    if (added > availableBytes) {
      const text = `the guests may use ${displaySize(added)} more, and ${displaySize(availableBytes)} is available`;
      ports.events.emit({ kind: 'warning', node: null, text });
    }
    return Promise.resolve([]);
  },
};

/** What running guests get beyond what they have; one that is stopped counts where it is started. */
function growing({ resizes, starts }: Needs): readonly number[] {
  return resizes
    .filter((record) => !starts.includes(record) && partOutputs(record, 'vm')['power'] !== 'stopped')
    .map((record) => Math.max(0, askedSpec(record).memoryBytes - seenSpec(record).memoryBytes));
}
