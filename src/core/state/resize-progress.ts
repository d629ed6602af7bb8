import { formatSize } from '../spec/format-size.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import { askedSpec, seenSpec } from './asked-spec.ts';
import type { NodeRecord } from './document.ts';
import { isResizeOpen } from './open-resize.ts';
import { numberIn, partOutputs } from './part-outputs.ts';

/** One size of a resize that is not closed, as the manifest writes it. */
export interface SizeProgress {
  readonly path: string;
  readonly asked: string | number;
  readonly seen: string | number;
}

/**
 * What an open resize has asked for and what was last seen of it, size by size; null when none is open. Of a guest that
 * does not use all that its VM has, what it uses is what was seen.
 */
export function resizeProgress(record: NodeRecord): readonly SizeProgress[] | null {
  if (!isResizeOpen(record)) return null;
  const before = sizesByPath(record.spec);
  const asked = sizesByPath(askedSpec(record));
  const seen = sizesByPath(inGuest(record, seenSpec(record)));
  return [...asked].flatMap(([path, size]): readonly SizeProgress[] => {
    const found = seen.get(path) ?? size;
    return size === before.get(path) && size === found ? [] : [{ path, asked: size, seen: found }];
  });
}

function sizesByPath(spec: NodeSpec): ReadonlyMap<string, string | number> {
  return new Map<string, string | number>([
    ['vm_cpu', spec.cpus],
    ['vm_mem', formatSize(spec.memoryBytes)],
    ['vm_disk', formatSize(spec.rootDiskBytes)],
    ...spec.disks.map(({ path, sizeBytes }) => [`vm_disks[${path}].size`, formatSize(sizeBytes)] as const),
  ]);
}

function inGuest(record: NodeRecord, seen: NodeSpec): NodeSpec {
  const vm = partOutputs(record, 'vm');
  if (vm['power'] === 'stopped') return seen;
  const cpus = Math.min(seen.cpus, numberIn(vm, 'guestCpus') ?? seen.cpus);
  const guestBytes = numberIn(vm, 'guestMemoryBytes') ?? seen.memoryBytes;
  // In whole mebibytes: what a kernel counts is no round number.
  const memoryBytes = Math.min(seen.memoryBytes, Math.round(guestBytes / 2 ** 20) * 2 ** 20);
  return { ...seen, cpus, memoryBytes };
}
