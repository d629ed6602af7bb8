import type { DesiredNode } from './plan.ts';

/**
 * Whether `recreate` must leave a node alone. A protection that was agreed to holds until the manifest says `vm_protect:
 * false`: a line that is missing may have been lost, and that must not cost a disk.
 */
export function isProtected(
  { protect, liftsProtection }: Pick<DesiredNode, 'protect' | 'liftsProtection'>,
  wasProtected: boolean,
): boolean {
  return protect || (wasProtected && !liftsProtection);
}
