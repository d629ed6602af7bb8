import { describe, expect, test } from 'vitest';
import { resizeFacts, resizeWay, type ResizeFacts } from '../../../src/core/plan/resize-way.ts';
import { part, recordOf, wantedNode } from './model-lab.ts';

const gib = 2 ** 30;
const mib = 2 ** 20;
const tcg: ResizeFacts = { bootMemoryBytes: 2 * gib, maxCpus: null, hotplugMemoryBytes: null };
const base = { cpus: 2, memoryBytes: 2 * gib };

describe('live or by restart', () => {
  test.each([
    ['nothing', {}, tcg, 'live'],
    ['CPUs up', { cpus: 4 }, tcg, 'live'],
    ['CPUs up within the room', { cpus: 4 }, { ...tcg, maxCpus: 4 }, 'live'],
    ['CPUs up beyond the room', { cpus: 5 }, { ...tcg, maxCpus: 4 }, 'restart'],
    ['CPUs down', { cpus: 1 }, tcg, 'restart'],
    ['memory up within the room', { memoryBytes: 3 * gib }, { ...tcg, hotplugMemoryBytes: gib }, 'live'],
    ['memory up beyond the room', { memoryBytes: 3 * gib }, { ...tcg, hotplugMemoryBytes: 0 }, 'restart'],
    ['memory up', { memoryBytes: 3 * gib }, tcg, 'live'],
    ['memory below what it booted with', { memoryBytes: gib }, tcg, 'restart'],
    ['memory down to what it booted with', { memoryBytes: 2 * gib }, { ...tcg, bootMemoryBytes: 2 * gib }, 'live'],
    [
      'memory up where there is no virtio-mem',
      { memoryBytes: 3 * gib },
      { ...tcg, bootMemoryBytes: 510 * mib },
      'restart',
    ],
    [
      'memory up at the smallest guest that has it',
      { memoryBytes: 3 * gib },
      { ...tcg, bootMemoryBytes: 512 * mib },
      'live',
    ],
    ['one live and one not', { cpus: 1, memoryBytes: 3 * gib }, tcg, 'restart'],
  ] as const)('%s', (...[, change, facts, way]) => {
    expect(resizeWay(base, { ...base, ...change }, facts)).toBe(way);
  });

  test('facts come from the last start, and from the spec where it reported none', () => {
    const spec = { ...wantedNode('node-1', 11).spec, control: false };
    expect(resizeFacts(recordOf(spec))).toEqual({ ...tcg, bootMemoryBytes: 4 * gib });
    const outputs = { bootMemoryBytes: gib, maxCpus: 8, hotplugMemoryBytes: 7 };
    expect(resizeFacts(recordOf(spec, { parts: [part('vm', 'complete', { outputs })] }))).toEqual({
      bootMemoryBytes: gib,
      maxCpus: 8,
      hotplugMemoryBytes: 7,
    });
  });
});
