import type { NodeRecord } from './document.ts';

/**
 * Whether the bytes of a data disk were ever promised to outlive their node: then only a command that is told to delete
 * kept disks ends them, whatever the node's spec says now.
 */
export function isKeptDisk({ spec, parts }: Pick<NodeRecord, 'spec' | 'parts'>, disk: string | null): boolean {
  const isPersistent = spec.disks.some(({ id, persistent }) => id === disk && persistent);
  return isPersistent || parts.some((part) => part.disk === disk && part.outputs['reattached'] === true);
}
