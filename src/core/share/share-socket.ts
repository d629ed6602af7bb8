import type { VmSockets } from '../qemu/vm-spec.ts';

/** Socket of the server of one share, beside those of its VM; `index` counts the shares of the node by guest path. */
export function shareSocket({ monitor }: Pick<VmSockets, 'monitor'>, index: number): string {
  const slash = monitor.lastIndexOf('/') + 1;
  const stem = monitor.slice(slash).split('.')[0] ?? '';
  return `${monitor.slice(0, slash)}${stem}.fs${String(index)}`;
}

/** By which the guest mounts it; the shares of a node change only by `recreate`, so a number is enough. */
export function shareTag(index: number): string {
  return `paddock-share-${String(index)}`;
}
