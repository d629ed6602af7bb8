import type * as fs from 'node:fs';
import type * as promises from 'node:fs/promises';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { StateDocument } from '../../src/core/state/document.ts';
import { emptyDocument } from '../../src/core/state/empty-document.ts';
import type { StateStore } from '../../src/ports/state-store.ts';
import { openFileStore } from '../contract/state-store/open-file-store.ts';
import { modelDocument, modelOperation, testUuid } from '../fakes/model-document.ts';
import { temporaryHome } from '../fakes/temporary-home.ts';

/** Removals that still happen; after them nothing does, as when the process is killed. */
const removals = vi.hoisted(() => ({ left: Infinity, done: 0, halt: (): void => undefined }));

const removes = vi.hoisted(() => (): boolean => {
  if (removals.left === 0) {
    removals.halt();
    return false;
  }
  removals.left -= 1;
  removals.done += 1;
  return true;
});

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const unlinkSync: typeof fs.unlinkSync = (path) => {
    if (!removes()) throw new Error('killed');
    real.unlinkSync(path);
  };
  return { ...real, unlinkSync };
});

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>();
  const never = (): Promise<void> => new Promise<void>(() => undefined);
  const unlink: typeof promises.unlink = (path) => (removes() ? real.unlink(path) : never());
  const rmdir: typeof promises.rmdir = (path) => (removes() ? real.rmdir(path) : never());
  return { ...real, unlink, rmdir };
});

beforeEach(() => {
  removals.left = Infinity;
});

/** A home with one of everything that a purge finds at its end, and the document that says that nothing is left. */
async function purgedHome(): Promise<{
  readonly home: string;
  readonly store: StateStore;
  readonly last: StateDocument;
}> {
  const home = temporaryHome();
  const store = openFileStore(home);
  const older = await committed(store, null, modelDocument());
  const last = await committed(store, older, emptyDocument('test'));
  const kept = '0000000001.schema-1.json';
  writeFileSync(join(home, 'state', kept), '{}');
  for (const id of [testUuid(1), testUuid(2)]) {
    const operation = { ...modelOperation([]), id };
    await store.keepInputs(operation, { manifestText: 'all: {}\n', owner: null });
    await store.archive(operation, { owner: null });
    writeFileSync(join(home, 'operations', id, 'manifest.yml.new'), '');
  }
  return { home, store, last };
}

async function committed(store: StateStore, base: StateDocument | null, next: StateDocument): Promise<StateDocument> {
  const made = await store.commit(base, { ...next, version: base?.version ?? 0 });
  if (!made.ok) throw new Error(JSON.stringify(made.failures));
  return made.value;
}

/** Ends a purge that is stopped for good before it removes anything after the first so many. */
async function discardUpTo(count: number): Promise<{ readonly home: string; readonly last: StateDocument }> {
  const { home, store, last } = await purgedHome();
  const halted = new Promise<void>((resolve) => {
    removals.halt = resolve;
  });
  removals.left = count;
  await Promise.race([store.discard(last), halted]);
  removals.left = Infinity;
  return { home, last };
}

function filesIn(home: string): readonly string[] {
  if (!existsSync(home)) return [];
  const found = readdirSync(home, { recursive: true, withFileTypes: true });
  return found.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}

test('a purge that is killed after any of its last removals is ended by another one', async () => {
  const { home: whole, store, last: newest } = await purgedHome();
  removals.done = 0;
  expect(await store.discard(newest)).toEqual({ ok: true, value: undefined });
  expect(existsSync(whole)).toBe(false);
  const all = removals.done;
  expect(all).toBeGreaterThan(20);
  for (let count = 0; count < all; count += 1) {
    const { home, last } = await discardUpTo(count);
    const read = await openFileStore(home).read();
    const at = `after ${String(count)} of ${String(all)}, with ${filesIn(home).join(' ')}`;
    if (read.ok && read.value === null) {
      expect(filesIn(home), at).toEqual([]);
    } else {
      expect(read, at).toEqual({ ok: true, value: last });
      expect(await openFileStore(home).discard(last), at).toEqual({ ok: true, value: undefined });
      expect(existsSync(home), at).toBe(false);
    }
  }
});

test('what is not of a purge stays, an empty folder of others too', async () => {
  const { home, store, last } = await purgedHome();
  mkdirSync(join(home, 'operations', 'mine'));
  expect(await store.discard(last)).toEqual({ ok: true, value: undefined });
  expect(readdirSync(home, { recursive: true })).toEqual(['operations', 'operations/mine']);
});
