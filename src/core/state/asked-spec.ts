import { withSizes } from '../spec/node-sizes.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import type { NodeRecord } from './document.ts';
import { numberIn, partOutputs } from './part-outputs.ts';

/** What the node is to be: what its artifacts were made from, in the sizes that an open resize asked for last. */
export function askedSpec(record: NodeRecord): NodeSpec {
  const vm = partOutputs(record, 'vm');
  return sized(record, {
    cpus: numberIn(vm, 'askedCpus'),
    memoryBytes: numberIn(vm, 'askedMemoryBytes'),
    disk: 'askedBytes',
  });
}

/** What the node has, as far as it was seen: its image files, and its VM while that runs. */
export function seenSpec(record: NodeRecord): NodeSpec {
  const vm = partOutputs(record, 'vm');
  const isUp = vm['power'] === 'running' || vm['power'] === 'launched';
  return sized(record, {
    cpus: isUp ? numberIn(vm, 'cpus') : null,
    memoryBytes: isUp ? numberIn(vm, 'memoryBytes') : null,
    disk: 'virtualSizeBytes',
  });
}

interface Found {
  readonly cpus: number | null;
  readonly memoryBytes: number | null;
  readonly disk: 'askedBytes' | 'virtualSizeBytes';
}

function sized(record: NodeRecord, found: Found): NodeSpec {
  const { spec } = record;
  const disks = record.parts.flatMap(({ kind, disk, outputs }) => {
    const bytes = numberIn(outputs, found.disk);
    return kind === 'data_disk' && disk !== null && bytes !== null ? [[disk, bytes] as const] : [];
  });
  return withSizes(spec, {
    cpus: found.cpus ?? spec.cpus,
    memoryBytes: found.memoryBytes ?? spec.memoryBytes,
    rootDiskBytes: numberIn(partOutputs(record, 'root_disk'), found.disk) ?? spec.rootDiskBytes,
    disks: Object.fromEntries(disks),
  });
}
