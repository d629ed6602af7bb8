import { displaySize } from '../../core/display-size.ts';
import type { Check } from './findings.ts';

/** Compares what the chosen guests add with what is available: overcommit works until guests fill their memory, so it warns. */
export const checkMemory: Check = {
  name: 'memory',
  run: (ports, needs) => {
    const specs = [...needs.creates, ...needs.starts.map((record) => record.spec)];
    const added = specs.reduce((sum, spec) => sum + spec.memoryBytes, 0);
    const { availableBytes } = ports.resources.memory();
    if (added > availableBytes) {
      const text = `the guests to start may use ${displaySize(added)}, and ${displaySize(availableBytes)} is available`;
      ports.events.emit({ kind: 'warning', node: null, text });
    }
    return Promise.resolve([]);
  },
};
