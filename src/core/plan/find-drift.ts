import type { NodeName } from '../names.ts';
import type { SharedPolicy } from '../spec/envelope.ts';
import { compareEnvelope } from './compare-envelope.ts';
import type { ExistingNode } from './existing-node.ts';
import type { Change } from './plan.ts';

export interface Drift {
  /** What any node that exists was made for and that is wanted no more. */
  readonly changes: readonly Change[];
  /** The nodes that were. */
  readonly lagging: ReadonlySet<NodeName>;
}

/**
 * Without a living node nothing has to follow: the next creation simply takes the new envelope. One comparison for each
 * node that exists.
 */
export function findDrift(existing: Iterable<ExistingNode>, wanted: SharedPolicy): Drift {
  const changes = new Map<string, Change>();
  const lagging = new Set<NodeName>();
  for (const { record } of existing) {
    for (const change of compareEnvelope(record.madeFor, wanted)) {
      lagging.add(record.name);
      if (!changes.has(change.path)) changes.set(change.path, change);
    }
  }
  return { changes: [...changes.values()], lagging };
}
