import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Instant } from '../../../src/core/names.ts';
import { modelOperation, testUuid } from '../../fakes/model-document.ts';
import { temporaryHome } from '../../fakes/temporary-home.ts';
import { openFileStore } from './open-file-store.ts';

/** The first commit makes it, and these files come after that. */
function madeHome(): string {
  const home = temporaryHome();
  mkdirSync(home);
  return home;
}

function operation(count: number) {
  return { ...modelOperation([]), id: testUuid(count) };
}

describe('operations on file', () => {
  it('are kept with their inputs, private', async () => {
    const home = madeHome();
    const store = openFileStore(home);
    await store.keepInputs(operation(1), { manifestText: 'all: {}\n', owner: null });
    expect((await store.archive(operation(1), { owner: null })).ok).toBe(true);
    const folder = join(home, 'operations', testUuid(1));
    expect(readdirSync(folder).sort()).toEqual(['manifest.yml', 'operation.json']);
    expect(JSON.parse(readFileSync(join(folder, 'operation.json'), 'utf8'))).toEqual(operation(1));
    expect(statSync(join(folder, 'manifest.yml')).mode & 0o777).toBe(0o600);
  });

  it('are replaced whole, and never through a link', async () => {
    const home = madeHome();
    const store = openFileStore(home);
    await store.keepInputs(operation(1), { manifestText: 'old', owner: null });
    await store.keepInputs(operation(1), { manifestText: 'new', owner: null });
    expect(readFileSync(join(home, 'operations', testUuid(1), 'manifest.yml'), 'utf8')).toBe('new');
    mkdirSync(join(home, 'operations', testUuid(2)));
    writeFileSync(join(home, 'target'), 'precious');
    symlinkSync(join(home, 'target'), join(home, 'operations', testUuid(2), 'manifest.yml'));
    expect(await store.keepInputs(operation(2), { manifestText: 'x', owner: null })).toMatchObject({
      ok: false,
      failures: [{ reason: 'foreign_file', kind: 'symlink' }],
    });
    expect(readFileSync(join(home, 'target'), 'utf8')).toBe('precious');
  });

  it('drop beyond the last ones, but not those that are open or hold something of others', async () => {
    const home = madeHome();
    const store = openFileStore(home);
    await store.keepInputs(operation(9), { manifestText: 'open', owner: null });
    for (let count = 1; count <= 5; count += 1) {
      await store.archive(operation(count), { owner: null });
      // By a clock that goes back, the newest looks the oldest.
      const clock = new Date(Date.now() - count * 60_000);
      utimesSync(join(home, 'operations', testUuid(count), 'operation.json'), clock, clock);
      if (count === 1) writeFileSync(join(home, 'operations', testUuid(1), 'notes.txt'), 'mine');
    }
    await store.archive(operation(6), { owner: null });
    const left = [1, 2, 3, 4, 5, 6, 9].filter((count) => existsSync(join(home, 'operations', testUuid(count))));
    expect(left).toEqual([1, 4, 5, 6, 9]);
    expect(readdirSync(join(home, 'operations', testUuid(1)))).toEqual(['notes.txt']);
  });

  it('are listed in the order in which they went on file, whatever the clocks said', async () => {
    const home = madeHome();
    const store = openFileStore(home);
    const days = ['20', '18', '25', '01'];
    for (const [index, day] of days.entries()) {
      await store.archive(
        { ...operation(index + 1), startedAt: `2026-01-${day}T00:00:00.000Z` as Instant },
        { owner: null },
      );
    }
    const listed = async () => {
      const read = await store.operations();
      return read.ok ? read.value.operations.map(({ operation: { id } }) => id) : [];
    };
    expect(await listed()).toEqual([4, 3, 2].map(testUuid));
    // Filed once more, as by a recovery, it keeps its place.
    await store.archive(operation(2), { owner: null });
    expect(await listed()).toEqual([4, 3, 2].map(testUuid));
    rmSync(join(home, 'operations', 'order'));
    expect((await listed()).at(0)).toBe(testUuid(3));
  });
});
