import type { NodeName } from '../names.ts';
import type { ShareSpec } from '../spec/node-spec.ts';

export interface NodeShares {
  readonly node: NodeName;
  readonly shares: readonly ShareSpec[];
}

/** Two folders of which one is or holds the other. */
export interface ShareOverlap {
  readonly node: NodeName;
  readonly source: string;
  /** What it overlaps with, for people. */
  readonly other: string;
}

/**
 * Shares that lie in or around a folder of ours, and those that overlap another one while somebody may write. Paths are
 * clean and lead through no link, so they tell.
 */
export function shareOverlaps(all: readonly NodeShares[], ours: readonly string[]): readonly ShareOverlap[] {
  const shares = all.flatMap(({ node, shares: each }) => each.map((share) => ({ node, ...share })));
  return shares.flatMap((share, index) => {
    const own = ours.find((folder) => overlap(share.host, folder));
    const other = shares
      .slice(0, index)
      .find((before) => overlap(before.host, share.host) && !(before.readonly && share.readonly));
    const found = own ?? (other === undefined ? undefined : `the share ${other.host} of ${other.node}`);
    return found === undefined ? [] : [{ node: share.node, source: share.host, other: found }];
  });
}

function overlap(one: string, two: string): boolean {
  return one === two || inside(one, two) || inside(two, one);
}

function inside(inner: string, outer: string): boolean {
  return inner.startsWith(outer === '/' ? '/' : `${outer}/`);
}
