import { failure } from '../../core/failure.ts';
import { displaySize } from '../../core/display-size.ts';
import type { NodeSpec } from '../../core/spec/node-spec.ts';
import { askedSpec, seenSpec } from '../../core/state/asked-spec.ts';
import { partOutputs } from '../../core/state/part-outputs.ts';
import type { Check, Needs } from './findings.ts';

/**
 * Compares what the chosen guests add with what is available: overcommit works until guests fill their memory, so it warns.
 * A single guest with more than the host has in all would not even start.
 */
export const checkMemory: Check = {
  name: 'memory',
  needs: 'memory for the guests to start',
  run: (ports, needs) => {
    const specs = [...needs.creates, ...needs.starts.map(askedSpec)];
    const { availableBytes, totalBytes } = ports.resources.memory();
    const tooLarge = [...specs, ...resized(needs)].filter(({ memoryBytes }) => memoryBytes > totalBytes);
    const added = sum([...specs.map((spec) => spec.memoryBytes), ...growing(needs)]) - sum(freed(needs));
    if (added > availableBytes && tooLarge.length === 0) {
      const text = `the guests may use ${displaySize(added)} more, and ${displaySize(availableBytes)} is available`;
      ports.events.emit({ kind: 'warning', node: null, text });
    }
    return Promise.resolve(
      tooLarge.map(({ name: node, memoryBytes }) => failure('memory_short', { node, memoryBytes, totalBytes })),
    );
  },
};

/** What VMs that run give back before their next life starts. */
function freed({ replaces }: Needs): readonly number[] {
  return replaces.filter(({ launched }) => launched).map(({ own }) => seenSpec(own).memoryBytes);
}

function sum(all: readonly number[]): number {
  return all.reduce((total, bytes) => total + bytes, 0);
}

/** What running guests get beyond what they have; one that is stopped counts where it is started. */
function growing({ resizes, starts }: Needs): readonly number[] {
  return resizes
    .filter((record) => !starts.includes(record) && partOutputs(record, 'vm')['power'] !== 'stopped')
    .map((record) => Math.max(0, askedSpec(record).memoryBytes - seenSpec(record).memoryBytes));
}

/** A VM that stops for its size is to come back with it. One that starts in this command is asked about there. */
function resized({ resizes, starts }: Needs): readonly NodeSpec[] {
  return resizes.filter((record) => !starts.includes(record)).map(askedSpec);
}
