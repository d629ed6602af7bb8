import type { DesiredNode } from './plan.ts';

/**
 * Whether `recreate` must leave a node alone. A protection that was agreed to holds until the manifest says `vm_protect:
 * false`: a line that is missing may have been lost, and that must not cost a disk.
 */
export function isProtected(node: {
  readonly desired: Pick<DesiredNode, 'protect' | 'liftsProtection'>;
  readonly wasProtected: boolean;
}): boolean {
  return node.desired.protect || (node.wasProtected && !node.desired.liftsProtection);
}
