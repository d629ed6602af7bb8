import type { Sha256 } from '../names.ts';
import type { Destruction } from './destruction.ts';
import { lanedHash } from './laned-hash.ts';

/**
 * Hash over what would be deleted and what would be kept, and of which lives. Not in it: when a disk was last written,
 * because a running guest writes all the time, and nodes that stay as they are.
 */
export function destructionHash({ nodes, retained, home }: Destruction, sha256: Sha256): string {
  const named = new Map(nodes.map((node) => [node.name, node]));
  return lanedHash({ shared: { format: 1, retained, home }, named }, sha256);
}
