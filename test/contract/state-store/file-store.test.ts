import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyDocument } from '../../../src/core/state/empty-document.ts';
import { draftName } from '../../../src/host/draft-name.ts';
import { createProcesses } from '../../../src/host/processes.ts';
import { isReserveFile } from '../../../src/host/reserve.ts';
import { modelDocument } from '../../fakes/model-document.ts';
import { temporaryHome } from '../../fakes/temporary-home.ts';
import { openFileStore } from './open-file-store.ts';
import { commit, describeStateStore } from './store-contract.ts';

describeStateStore('on files', () => {
  const home = temporaryHome();
  return Promise.resolve({ store: openFileStore(home), reopen: () => openFileStore(home) });
});

function file(home: string, version: number): string {
  return join(home, 'state', `${String(version).padStart(10, '0')}.json`);
}

function namesIn(home: string): readonly string[] {
  return readdirSync(join(home, 'state')).filter((name) => !isReserveFile(name));
}

async function homeWith(versions: number, keep = 50): Promise<string> {
  const home = temporaryHome();
  const store = openFileStore(home, { keep });
  let base = await commit(store, null);
  while (base.version < versions) base = await commit(store, base);
  return home;
}

describe('the files of the state store', () => {
  it('makes no home by reading', async () => {
    const home = temporaryHome();
    await openFileStore(home).read();
    expect(existsSync(home)).toBe(false);
  });

  it.each([0o000, 0o022, 0o077, 0o277])('are private under umask %o', async (umask) => {
    const home = temporaryHome();
    const before = process.umask(umask);
    const committed = await openFileStore(home).commit(null, modelDocument());
    process.umask(before);
    expect(committed.ok).toBe(true);
    expect(statSync(file(home, 1)).mode & 0o777).toBe(0o600);
    for (const folder of [home, join(home, 'state')]) expect(statSync(folder).mode & 0o077).toBe(0);
  });

  it('hold canonical JSON with a checksum in front, and nothing else is left in the folder', async () => {
    const home = await homeWith(2);
    expect(namesIn(home)).toEqual(['0000000001.json', '0000000002.json']);
    expect(readFileSync(file(home, 2), 'utf8')).toMatch(
      /^\{"checksum":"[0-9a-f]{64}","deployment":\{.*"writtenBy":"contract"\}\n$/,
    );
  });

  it('are pruned to the last ones', async () => {
    const home = await homeWith(12, 5);
    expect(namesIn(home)).toEqual([8, 9, 10, 11, 12].map((version) => `${String(version).padStart(10, '0')}.json`));
  });

  it('are never fewer than asked for, and when many are kept a tenth more at most', async () => {
    const home = temporaryHome();
    const store = openFileStore(home, { keep: 20 });
    let base = await commit(store, null);
    const counts: number[] = [];
    while (base.version < 40) {
      base = await commit(store, base);
      const names = namesIn(home);
      expect(names.at(-1)).toBe(basename(file(home, base.version)));
      if (base.version >= 20) counts.push(names.length);
    }
    expect(Math.min(...counts)).toBe(20);
    expect(Math.max(...counts)).toBe(22);
  });

  it('are not pruned while a living draft builds on them, and its own link decides', async () => {
    const home = temporaryHome();
    let others: Promise<unknown> = Promise.resolve();
    const store = openFileStore(home, { keep: 3 });
    const base = await commit(store, null);
    const slow = openFileStore(home, {
      faults: {
        before: async (point) => {
          if (point !== 'check') return;
          // It has linked version 2 and sleeps while others commit far more than are kept.
          others = (async () => {
            let newest = await store.read();
            for (let count = 0; count < 10 && newest.ok && newest.value !== null; count += 1)
              newest = await store.commit(newest.value, newest.value);
          })();
          await others;
        },
      },
    });
    const slept = await slow.commit(base, base);
    expect(slept).toMatchObject({ ok: true, value: { version: 2 } });
    expect(await store.read()).toMatchObject({ ok: true, value: { version: 12 } });
  });

  it('never give a writer that slept before its link a name that was used', async () => {
    const home = temporaryHome();
    const store = openFileStore(home, { keep: 3 });
    const base = await commit(store, null);
    const slow = openFileStore(home, {
      faults: {
        before: async (point) => {
          if (point !== 'link') return;
          let newest = base;
          while (newest.version < 12) newest = await commit(store, newest);
          // Even if someone tidied up the folder by hand.
          for (let version = 1; version < 10; version += 1) rmSync(file(home, version), { force: true });
        },
      },
    });
    expect(await slow.commit(base, base)).toEqual({ ok: false, failures: [{ reason: 'state_stale', version: 2 }] });
    expect(existsSync(file(home, 2))).toBe(false);
  });

  it('clear away what dead writers left, and nothing of living ones', async () => {
    const home = await homeWith(1);
    const self = createProcesses().self();
    const dead = draftName(2, { ...self, startTime: '1' }, 'aa');
    const elsewhere = draftName(
      2,
      { ...self, machineId: 'feed', bootId: '00000000-0000-4000-8000-000000000000' },
      'bb',
    );
    const living = draftName(2, self, 'cc');
    for (const name of [dead, elsewhere, living]) writeFileSync(join(home, 'state', name), 'half');
    const store = openFileStore(home, { keep: 5 });
    const read = await store.read();
    if (!read.ok || read.value === null) throw new Error('no document');
    await commit(store, await commit(store, read.value));
    expect(
      namesIn(home)
        .filter((name) => name.startsWith('.'))
        .sort(),
    ).toEqual([elsewhere, living].sort());
  });

  it.each([
    [
      'cut short',
      (path: string) => {
        writeFileSync(path, readFileSync(path).subarray(0, 300));
      },
      'is not a JSON object',
    ],
    [
      'empty',
      (path: string) => {
        writeFileSync(path, '');
      },
      'is not a JSON object',
    ],
    [
      'edited',
      (path: string) => {
        writeFileSync(path, readFileSync(path, 'utf8').replace('10.10.10.10', '10.10.10.99'));
      },
      'the checksum does not match',
    ],
    [
      'longer',
      (path: string) => {
        appendFileSync(path, '{}');
      },
      'is not a JSON object',
    ],
    [
      'another version',
      (path: string) => {
        writeFileSync(path, readFileSync(path.replace('3.json', '2.json')));
      },
      'holds version 2',
    ],
  ])('a newest one that is %s is damage, with the last good one named', async (_, harm, problem) => {
    const home = await homeWith(3);
    harm(file(home, 3));
    const store = openFileStore(home);
    expect(await store.read()).toEqual({
      ok: false,
      failures: [{ reason: 'state_damaged', file: file(home, 3), problem, lastGood: file(home, 2) }],
    });
    expect(await store.readLastGood()).toMatchObject({ ok: true, value: { version: 2 } });
  });

  it('a newer format is left to the program that wrote it', async () => {
    const home = await homeWith(1);
    writeFileSync(file(home, 2), '{"schema":999,"writtenBy":"9.9.9","other":true}\n');
    expect(await openFileStore(home).read()).toEqual({
      ok: false,
      failures: [{ reason: 'state_newer_schema', file: file(home, 2), writtenBy: '9.9.9' }],
    });
  });

  it('a link where a document or the folder should be is refused and not followed', async () => {
    const home = await homeWith(1);
    renameSync(file(home, 1), join(home, 'elsewhere.json'));
    symlinkSync(join(home, 'elsewhere.json'), file(home, 1));
    expect(await openFileStore(home).read()).toEqual({
      ok: false,
      failures: [{ reason: 'state_damaged', file: file(home, 1), problem: 'is a symlink', lastGood: null }],
    });

    const other = await homeWith(1);
    renameSync(join(other, 'state'), join(other, 'moved'));
    symlinkSync(join(other, 'moved'), join(other, 'state'));
    const expected = { ok: false, failures: [{ reason: 'foreign_file', path: join(other, 'state'), kind: 'symlink' }] };
    expect(await openFileStore(other).read()).toEqual(expected);
    expect(await openFileStore(other).commit(null, emptyDocument('x'))).toEqual(expected);
  });

  it('are made in a home that is a link: that is the choice of its owner', async () => {
    const home = temporaryHome();
    const real = mkdtempSync(join(tmpdir(), 'paddock-test-real-'));
    symlinkSync(real, home);
    expect((await openFileStore(home).commit(null, modelDocument())).ok).toBe(true);
    expect(existsSync(file(real, 1))).toBe(true);
    rmSync(real, { recursive: true });
  });
});
