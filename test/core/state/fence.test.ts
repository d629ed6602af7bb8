import { describe, expect, it } from 'vitest';
import { emptyDocument } from '../../../src/core/state/empty-document.ts';
import { holdsFence, judgeFence, releaseFence, takeFence } from '../../../src/core/state/fence.ts';
import { fakeIdentity } from '../../fakes/fake-processes.ts';
import { at } from '../../fakes/model-document.ts';

const owner = { identity: fakeIdentity(7), token: 'seven', command: 'up', since: at };
const owned = takeFence(emptyDocument('x'), owner);

describe('the fence', () => {
  it('is free without an owner, and nobody is judged', () => {
    expect(
      judgeFence(emptyDocument('x').fence, () => {
        throw new Error('not asked');
      }),
    ).toEqual({ kind: 'free' });
  });

  it.each([
    ['gone', { kind: 'free' }],
    ['alive', { kind: 'held', owner }],
    ['unverifiable', { kind: 'unverifiable', owner }],
  ] as const)('whose owner is %s is %o', (verdict, claim) => {
    expect(judgeFence(owned.fence, () => verdict)).toEqual(claim);
  });

  it('counts takeovers, and only those', () => {
    const again = takeFence(releaseFence(owned), { ...owner, token: 'eight' });
    expect([owned.fence.epoch, releaseFence(owned).fence, again.fence.epoch]).toEqual([
      1,
      { epoch: 1, owner: null },
      2,
    ]);
  });

  it('belongs to the token, not to the process', () => {
    const other = takeFence(owned, { ...owner, token: 'other' });
    expect([holdsFence(owned, 'seven'), holdsFence(other, 'seven'), holdsFence(releaseFence(owned), 'seven')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
