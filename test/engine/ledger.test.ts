import { describe, expect, it } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import type { NodeName } from '../../src/core/names.ts';
import type { StateDocument } from '../../src/core/state/document.ts';
import { emptyDocument } from '../../src/core/state/empty-document.ts';
import { takeFence } from '../../src/core/state/fence.ts';
import { createLedger } from '../../src/engine/ledger.ts';
import { fakeIdentity } from '../fakes/fake-processes.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';

const clock = createManualClock();

function owner(token: string) {
  return { identity: fakeIdentity(1), token, command: 'up', since: clock.now() };
}

async function openLedger() {
  const store = createMemoryStore();
  const first = await store.commit(null, takeFence(emptyDocument('test'), owner('ours')));
  if (!first.ok) throw new Error('no first document');
  const room = { disturbed: false, left: false };
  const place = {
    epoch: 1,
    compromised: () => room.disturbed,
    leave: () => {
      room.left = true;
      return Promise.resolve();
    },
  };
  const ledger = createLedger({
    store,
    clock,
    events: { emit: () => undefined },
    document: first.value,
    token: 'ours',
    place,
  });
  return { store, ledger, room };
}

/** A change that can be told from others: an event with this key. */
function note(key: string) {
  return (document: StateDocument): StateDocument => ({
    ...document,
    events: [
      ...document.events,
      { key, at: clock.now(), kind: 'note', node: 'n' as NodeName, operationId: null, text: key },
    ],
  });
}

function keys(document: StateDocument | undefined): readonly string[] {
  return document?.events.map((event) => event.key) ?? [];
}

describe('the ledger', () => {
  it('resolves when the change is committed, and shows it', async () => {
    const { store, ledger } = await openLedger();
    expect((await ledger.commit(note('a'))).ok).toBe(true);
    expect(keys(ledger.document)).toEqual(['a']);
    expect(ledger.document).toBe(store.history.at(-1));
  });

  it('joins changes that are asked for while a commit is on its way, in their order', async () => {
    const { store, ledger } = await openLedger();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    store.beforeCommit = () => gate;
    const first = ledger.commit(note('a'));
    await new Promise((resolve) => setImmediate(resolve));
    const rest = [ledger.commit(note('b')), ledger.commit(note('c')), ledger.commit(note('d'))];
    open();
    await Promise.all([first, ...rest]);
    expect(store.history.map(keys)).toEqual([[], ['a'], ['a', 'b', 'c', 'd']]);
  });

  it('makes no commit for a change that changes nothing', async () => {
    const { store, ledger } = await openLedger();
    expect((await ledger.commit((document) => document)).ok).toBe(true);
    expect(store.history).toHaveLength(1);
  });

  it('gives a bug in one change to its caller alone', async () => {
    const { store, ledger } = await openLedger();
    const broken = ledger.commit(() => {
      throw new Error('a bug');
    });
    const good = ledger.commit(note('a'));
    await expect(broken).rejects.toThrow('a bug');
    expect((await good).ok).toBe(true);
    expect(keys(store.history.at(-1))).toEqual(['a']);
  });

  it('keeps the old document on a full disk, and works again afterwards', async () => {
    const { store, ledger } = await openLedger();
    store.failNext(failure('disk_full', { path: '/x', mountPoint: '/' }));
    expect(await ledger.commit(note('a'))).toMatchObject({ ok: false, failures: [{ reason: 'disk_full' }] });
    expect(keys(ledger.document)).toEqual([]);
    expect((await ledger.commit(note('b'))).ok).toBe(true);
    expect(keys(store.history.at(-1))).toEqual(['b']);
  });

  it('builds on a change that was published but not durable', async () => {
    const { store, ledger } = await openLedger();
    store.failNext(failure('state_not_durable', { folder: '/x', problem: 'EIO' }));
    expect(await ledger.commit(note('a'))).toMatchObject({ ok: false, failures: [{ reason: 'state_not_durable' }] });
    expect((await ledger.commit(note('b'))).ok).toBe(true);
    expect(keys(store.history.at(-1))).toEqual(['a', 'b']);
  });

  it('is fenced for ever once another owner has committed', async () => {
    const { store, ledger } = await openLedger();
    await store.commit(ledger.document, takeFence(ledger.document, owner('theirs')));
    expect(await ledger.commit(note('a'))).toEqual({ ok: false, failures: [{ reason: 'fenced', epoch: 2 }] });
    expect(await ledger.commit(note('b'))).toMatchObject({ ok: false, failures: [{ reason: 'fenced' }] });
    expect(keys(store.history.at(-1))).toEqual([]);
  });

  it('looks at the fence before a barrier when its place was disturbed, even if nothing was stale yet', async () => {
    const { store, ledger, room } = await openLedger();
    await store.commit(ledger.document, takeFence(ledger.document, owner('theirs')));
    room.disturbed = true;
    expect(await ledger.commit(note('a'))).toMatchObject({ ok: false, failures: [{ reason: 'fenced' }] });
  });

  it('goes on when its place was disturbed but the fence is still its own', async () => {
    const { ledger, room } = await openLedger();
    room.disturbed = true;
    expect((await ledger.commit(note('a'))).ok).toBe(true);
  });

  it('lets the fence go and leaves its place', async () => {
    const { store, ledger, room } = await openLedger();
    expect((await ledger.release()).ok).toBe(true);
    expect(store.history.at(-1)?.fence).toEqual({ epoch: 1, owner: null });
    expect(room.left).toBe(true);
    expect(await ledger.commit(note('a'))).toMatchObject({ ok: false, failures: [{ reason: 'fenced' }] });
  });
});
