import { describe, expect, it } from 'vitest';
import type { NodeName } from '../../../src/core/names.ts';
import { shareOverlaps } from '../../../src/core/share/share-overlaps.ts';

const node = 'meta' as NodeName & string;

function overlaps(...sources: readonly (readonly [string, 'ro' | 'rw'])[]): readonly string[] {
  const shares = sources.map(([host, mode], index) => ({
    host,
    guest: `/g${String(index)}`,
    readonly: mode === 'ro',
  }));
  return shareOverlaps([{ node, shares }], ['/home/me/.paddock']).map(({ source, other }) => `${source}: ${other}`);
}

describe('shareOverlaps', () => {
  it('allows folders beside each other, also with a common beginning of the name', () => {
    expect(overlaps(['/srv/a', 'rw'], ['/srv/ab', 'rw'], ['/srv/a.b', 'ro'])).toEqual([]);
  });

  it('allows what nobody may write', () => {
    expect(overlaps(['/srv', 'ro'], ['/srv/a', 'ro'], ['/srv/a', 'ro'])).toEqual([]);
  });

  it('refuses nested and equal folders as soon as one may be written, in either order', () => {
    expect(overlaps(['/srv', 'ro'], ['/srv/a', 'rw'])).toEqual(['/srv/a: the share /srv of meta']);
    expect(overlaps(['/srv/a', 'ro'], ['/srv', 'rw'])).toEqual(['/srv: the share /srv/a of meta']);
    expect(overlaps(['/srv', 'rw'], ['/srv', 'rw'])).toEqual(['/srv: the share /srv of meta']);
  });

  it('refuses the home, what is in it and what holds it, read-only or not', () => {
    expect(overlaps(['/home/me', 'ro'], ['/home/me/.paddock/keys', 'ro'], ['/home/me/.paddock', 'ro'])).toHaveLength(3);
    expect(overlaps(['/home/me/.paddock-old', 'rw'])).toEqual([]);
    expect(overlaps(['/', 'ro'])).toHaveLength(1);
  });

  it('looks across nodes', () => {
    const one = { node, shares: [{ host: '/srv', guest: '/g', readonly: false }] };
    const two = { node: 'node-1' as NodeName & string, shares: [{ host: '/srv/x', guest: '/g', readonly: true }] };
    expect(shareOverlaps([one, two], [])).toEqual([
      { node: 'node-1', source: '/srv/x', other: 'the share /srv of meta' },
    ]);
  });
});
