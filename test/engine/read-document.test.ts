import { describe, expect, it } from 'vitest';
import { failure, type Failure } from '../../src/core/failure.ts';
import { fail, ok } from '../../src/core/result.ts';
import type { StateDocument } from '../../src/core/state/document.ts';
import { readDocument } from '../../src/engine/read-document.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { modelDocument } from '../fakes/model-document.ts';

const damage = failure('state_damaged', {
  file: '/h/state/0000000008.json',
  problem: 'the checksum does not match',
  lastGood: null,
});

function read(newest: Failure, lastGood: StateDocument | null) {
  const store = createMemoryStore();
  store.read = () => Promise.resolve(fail(newest));
  store.readLastGood = () => Promise.resolve(ok(lastGood));
  return readDocument({ store });
}

describe('readDocument', () => {
  it('gives the newest document without a word', async () => {
    const store = createMemoryStore();
    const committed = await store.commit(null, modelDocument());
    expect(await readDocument({ store })).toEqual({
      ok: true,
      value: { document: committed.ok && committed.value, note: null },
    });
    expect(await readDocument({ store: createMemoryStore() })).toEqual({
      ok: true,
      value: { document: null, note: null },
    });
  });

  it('gives the last good one for a damaged one, and says so', async () => {
    const good = { ...modelDocument(), version: 7 };
    expect(await read(damage, good)).toEqual({
      ok: true,
      value: {
        document: good,
        note: '/h/state/0000000008.json: does not read (the checksum does not match); shown is what version 7 says, the last good one',
      },
    });
  });

  it('has nothing to show when none is good, and never guesses about a newer format', async () => {
    expect(await read(damage, null)).toEqual(fail(damage));
    const newer = failure('state_newer_schema', { file: '/h/state/0000000008.json', writtenBy: '9.0.0' });
    expect(await read(newer, modelDocument())).toEqual(fail(newer));
  });
});
