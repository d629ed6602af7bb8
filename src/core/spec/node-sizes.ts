import type { NodeSpec } from './node-spec.ts';

/** What `resize` may change of a node, in bytes but for the CPUs. */
export interface NodeSizes {
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly rootDiskBytes: number;
  /** Size of each data disk, by DiskSpec.id. */
  readonly disks: { readonly [disk: string]: number };
}

/** The same node in other sizes; a disk that is not named keeps its own. */
export function withSizes<Spec extends Omit<NodeSpec, 'control'>>(spec: Spec, sizes: Partial<NodeSizes>): Spec {
  const { disks = {}, ...own } = sizes;
  return {
    ...spec,
    ...own,
    disks: spec.disks.map((disk) => ({ ...disk, sizeBytes: disks[disk.id] ?? disk.sizeBytes })),
  };
}

export function sizesOf(spec: Omit<NodeSpec, 'control'>): NodeSizes {
  const { cpus, memoryBytes, rootDiskBytes } = spec;
  return {
    cpus,
    memoryBytes,
    rootDiskBytes,
    disks: Object.fromEntries(spec.disks.map((disk) => [disk.id, disk.sizeBytes])),
  };
}
