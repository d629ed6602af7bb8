import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import type { Result } from '../../../src/core/result.ts';
import type { StateDocument } from '../../../src/core/state/document.ts';
import type { CommitPoint } from '../../../src/host/commit-state.ts';
import { giveUpReserve, isReserveFile } from '../../../src/host/reserve.ts';
import { bundleScript } from '../../fakes/bundle-script.ts';
import { modelDocument } from '../../fakes/model-document.ts';
import { temporaryHome } from '../../fakes/temporary-home.ts';
import { openFileStore } from './open-file-store.ts';
import { commit } from './store-contract.ts';

function failingAt(point: CommitPoint, code: string) {
  return {
    before: (reached: CommitPoint) => {
      if (reached === point) throw Object.assign(new Error(code), { code });
    },
  };
}

/** A file system of its own, to be unmounted by the test; skips the test where none can be mounted. */
function smallDisk(options: string, context: TestContext): string {
  const mountPoint = temporaryHome('small disk');
  mkdirSync(mountPoint, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', mountPoint]).status !== 0) {
    context.skip('cannot mount a small file system here: needs root');
  }
  return mountPoint;
}

function names(home: string): readonly string[] {
  return readdirSync(join(home, 'state')).filter((name) => !isReserveFile(name));
}

describe('a commit that fails', () => {
  it.each([
    ['write', 'ENOSPC', 'disk_full'],
    ['sync', 'EDQUOT', 'disk_full'],
    ['sync', 'EIO', 'file_error'],
    ['link', 'EACCES', 'file_error'],
  ] as const)('at %s by %s is %s and leaves the old document the newest', async (point, code, reason) => {
    const home = temporaryHome();
    const base = await commit(openFileStore(home), null);
    const result = await openFileStore(home, { faults: failingAt(point, code) }).commit(base, base);
    expect(result).toMatchObject({ ok: false, failures: [{ reason, path: join(home, 'state') }] });
    expect(names(home)).toEqual(['0000000001.json']);
    expect(await openFileStore(home).read()).toEqual({ ok: true, value: base });
  });

  it('to sync the folder is published but not durable', async () => {
    const home = temporaryHome();
    const base = await commit(openFileStore(home), null);
    const result = await openFileStore(home, { faults: failingAt('sync_folder', 'EIO') }).commit(base, base);
    expect(result).toEqual({
      ok: false,
      failures: [{ reason: 'state_not_durable', folder: join(home, 'state'), problem: 'EIO' }],
    });
    expect(await openFileStore(home).read()).toMatchObject({ ok: true, value: { version: 2 } });
  });

  it('on a file system that is really full names its mount point, and works once there is room', async (context) => {
    const mountPoint = smallDisk('size=512k', context);
    try {
      const home = join(mountPoint, 'home');
      const base = await commit(openFileStore(home), null);
      fill(join(mountPoint, 'ballast'));
      const full = await openFileStore(home).commit(base, modelDocument(4));
      expect(full).toEqual({ ok: false, failures: [{ reason: 'disk_full', path: join(home, 'state'), mountPoint }] });
      expect(await openFileStore(home).read()).toEqual({ ok: true, value: base });
      rmSync(join(mountPoint, 'ballast'));
      expect((await openFileStore(home).commit(base, modelDocument(4))).ok).toBe(true);
    } finally {
      execFileSync('umount', [mountPoint]);
    }
  });

  it('on a full file system gives up the oldest versions where it may, and nothing that it builds on', async (context) => {
    const mountPoint = smallDisk('size=512k', context);
    try {
      const home = join(mountPoint, 'home');
      const store = openFileStore(home);
      let base = await commit(store, null);
      while (base.version < 6) base = await commit(store, base);
      while (giveUpReserve(join(home, 'state')));
      fill(join(mountPoint, 'ballast'));
      for (let count = 0; count < 20; count += 1) {
        const before = names(home);
        expect(await store.commit(base, base)).toMatchObject({ failures: [{ reason: 'disk_full' }] });
        expect(names(home)).toEqual(before);
        const next = await store.commit(base, base, { whenFull: 'give_up_oldest' });
        if (!next.ok) throw new Error(JSON.stringify(next));
        base = next.value;
        expect(names(home)).toEqual([...before.slice(1), `${String(base.version).padStart(10, '0')}.json`]);
      }
      const large = { ...base, ...modelDocument(40) };
      expect(await store.commit(base, large, { whenFull: 'give_up_oldest' })).toMatchObject({
        failures: [{ reason: 'disk_full', mountPoint }],
      });
      expect(names(home)).toEqual([`${String(base.version).padStart(10, '0')}.json`]);
      expect(await openFileStore(home).read()).toEqual({ ok: true, value: base });
    } finally {
      execFileSync('umount', [mountPoint]);
    }
  });
});

describe('with only one version of the record on file', () => {
  it.for([
    ['bytes', 'size=512k'],
    ['files', 'size=4m,nr_inodes=100'],
  ] as const)('a file system without %s has room for the commits that end things', async ([what, options], context) => {
    const mountPoint = smallDisk(options, context);
    try {
      const home = join(mountPoint, 'home');
      const store = openFileStore(home);
      let base = await commit(store, null);
      if (what === 'bytes') fill(join(mountPoint, 'ballast'));
      else fillNames(mountPoint);
      for (let count = 0; count < 20; count += 1) {
        expect(await store.commit(base, base)).toMatchObject({ failures: [{ reason: 'disk_full' }] });
        base = await mustCommit(store.commit(base, base, { whenFull: 'give_up_oldest' }));
      }
      // What was put by comes back with the room for it.
      for (const name of readdirSync(mountPoint)) if (name !== 'home') rmSync(join(mountPoint, name));
      for (let count = 0; count < 6; count += 1) base = await mustCommit(store.commit(base, base));
      expect(readdirSync(join(home, 'state')).filter(isReserveFile)).toHaveLength(8);
      expect(await store.discard(base)).toMatchObject({ ok: true });
      expect(readdirSync(mountPoint)).toEqual([]);
    } finally {
      execFileSync('umount', [mountPoint]);
    }
  });

  it('only what was put by is given where no more was asked for', async () => {
    const home = temporaryHome();
    let base = await commit(openFileStore(home), null);
    base = await commit(openFileStore(home), base);
    const full = openFileStore(home, { faults: failingAt('write', 'ENOSPC') });
    expect(await full.commit(base, base, { whenFull: 'give_up_reserve' })).toMatchObject({
      failures: [{ reason: 'disk_full' }],
    });
    expect(readdirSync(join(home, 'state'))).toEqual(['0000000001.json', '0000000002.json']);
  });
});

async function mustCommit(committing: Promise<Result<StateDocument>>): Promise<StateDocument> {
  const committed = await committing;
  if (!committed.ok) throw new Error(JSON.stringify(committed));
  return committed.value;
}

function fillNames(folder: string): void {
  try {
    for (let count = 0; count < 1000; count += 1) writeFileSync(join(folder, `ballast-${String(count)}`), '');
  } catch {
    // Full is what was wanted.
  }
}

function fill(path: string): void {
  try {
    writeFileSync(path, Buffer.alloc(1 << 20));
  } catch {
    // Full is what was wanted.
  }
}

describe('a writer that is killed', () => {
  let script = '';
  beforeAll(async () => {
    const bundled = await bundleScript('test/contract/state-store/killed-writer.program.ts');
    script = bundled.path;
    return bundled.remove;
  });

  it.each(['write', 'sync', 'link', 'check', 'sync_folder', 'prune', 'done'] as const)(
    'at %s leaves the old or the new document, and the next commit works and tidies up',
    async (point) => {
      const home = temporaryHome();
      await commit(openFileStore(home), null);
      await expect(promisify(execFile)('node', [script, home, point])).rejects.toMatchObject({ signal: 'SIGKILL' });
      const read = await openFileStore(home).read();
      if (!read.ok || read.value === null) throw new Error('nothing to read');
      const published = ['check', 'sync_folder', 'prune', 'done'].includes(point);
      expect(read.value.version).toBe(published ? 2 : 1);
      // A leftover is cleared by the commit after the one that takes its version, where so few are kept.
      const [next, last] = [openFileStore(home, { keep: 5 }), openFileStore(home, { keep: 5 })];
      await commit(last, await commit(next, read.value));
      expect(names(home).filter((name) => name.startsWith('.'))).toEqual([]);
    },
  );
});
