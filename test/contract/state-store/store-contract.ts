import { describe, expect, it } from 'vitest';
import type { StateDocument } from '../../../src/core/state/document.ts';
import { emptyDocument } from '../../../src/core/state/empty-document.ts';
import type { StateStore } from '../../../src/ports/state-store.ts';
import { modelDocument } from '../../fakes/model-document.ts';

/** What every StateStore promises; `open` makes one over an empty home, `reopen` another over the same. */
export function describeStateStore(
  name: string,
  open: () => Promise<{ store: StateStore; reopen: () => StateStore }>,
): void {
  describe(`StateStore: ${name}`, () => {
    it('reads an empty home as null, and creates nothing by it', async () => {
      const { store, reopen } = await open();
      expect(await store.read()).toEqual({ ok: true, value: null });
      expect(await store.readLastGood()).toEqual({ ok: true, value: null });
      expect(await reopen().read()).toEqual({ ok: true, value: null });
    });

    it('gives back what was committed, with its number and writer', async () => {
      const { store, reopen } = await open();
      const committed = await store.commit(null, modelDocument(3));
      expect(committed).toEqual({ ok: true, value: { ...modelDocument(3), version: 1, writtenBy: 'contract' } });
      expect(await reopen().read()).toEqual(committed);
      expect(await reopen().readLastGood()).toEqual(committed);
    });

    it('counts versions up, one for each commit', async () => {
      const { store } = await open();
      let base: StateDocument | null = null;
      for (let version = 1; version <= 12; version += 1) base = await commit(store, base);
      expect(base?.version).toBe(12);
    });

    it('refuses a second commit on the same base as stale, and keeps the first', async () => {
      const { store, reopen } = await open();
      const base = await commit(store, null);
      const first = await store.commit(base, { ...base, retained: [] });
      expect(await reopen().commit(base, base)).toEqual({
        ok: false,
        failures: [{ reason: 'state_stale', version: 2 }],
      });
      expect(await store.read()).toEqual(first);
    });

    it('refuses a first commit where a document is', async () => {
      const { store } = await open();
      await commit(store, null);
      expect(await store.commit(null, emptyDocument('x'))).toMatchObject({
        ok: false,
        failures: [{ reason: 'state_stale' }],
      });
    });

    it('lets one of many concurrent commits win', async () => {
      const { store, reopen } = await open();
      const base = await commit(store, null);
      const tries = await Promise.all(Array.from({ length: 8 }, () => reopen().commit(base, base)));
      expect(tries.filter((each) => each.ok)).toHaveLength(1);
      expect(tries.filter((each) => !each.ok && each.failures[0]?.reason === 'state_stale')).toHaveLength(7);
    });

    it('refuses to write what would not read', async () => {
      const { store } = await open();
      const broken = { ...modelDocument(), events: [{ key: 1 }] } as unknown as StateDocument;
      await expect(store.commit(null, broken)).rejects.toThrow('document.events[0].key: is not text');
      expect(await store.read()).toEqual({ ok: true, value: null });
    });

    it('discards the last document and none that came after it', async () => {
      const { store } = await open();
      const first = await commit(store, null);
      const second = await commit(store, first);
      expect(await store.discard(first)).toMatchObject({ ok: false, failures: [{ reason: 'state_stale' }] });
      expect(await store.discard(second)).toEqual({ ok: true, value: undefined });
      expect(await store.read()).toEqual({ ok: true, value: null });
    });

    it('does not put an old life on top of a new one after a purge', async () => {
      const { store, reopen } = await open();
      const old = await commit(store, null);
      await store.discard(old);
      const anew = await reopen().commit(null, { ...emptyDocument('x'), fence: { epoch: 7, owner: null } });
      expect(await store.commit(old, old)).toMatchObject({ ok: false, failures: [{ reason: 'state_stale' }] });
      expect(await store.read()).toEqual(anew);
    });
  });
}

export async function commit(store: StateStore, base: StateDocument | null): Promise<StateDocument> {
  const committed = await store.commit(base, base ?? modelDocument());
  if (!committed.ok) throw new Error(JSON.stringify(committed.failures));
  return committed.value;
}
