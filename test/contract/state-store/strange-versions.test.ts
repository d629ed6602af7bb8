import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkErasable } from '../../../src/host/check-erasable.ts';
import { listNodeFolders } from '../../../src/host/list-node-folders.ts';
import { makeFolder } from '../../../src/host/make-folder.ts';
import { modelDocument } from '../../fakes/model-document.ts';
import { temporaryHome } from '../../fakes/temporary-home.ts';
import { openFileStore } from './open-file-store.ts';
import { commit } from './store-contract.ts';

function file(home: string, version: number): string {
  return join(home, 'state', `${String(version).padStart(10, '0')}.json`);
}

async function homeWith(versions: number): Promise<string> {
  const home = temporaryHome();
  let base = await commit(openFileStore(home), null);
  while (base.version < versions) base = await commit(openFileStore(home), base);
  return home;
}

/** What may stand where a file should be, each made under a free name. */
const strangers: readonly (readonly [string, (path: string) => void | Promise<void>])[] = [
  [
    'named pipe',
    (path) => {
      execFileSync('mkfifo', [path]);
    },
  ],
  [
    'folder',
    (path) => {
      mkdirSync(path);
    },
  ],
  [
    'symlink',
    (path) => {
      symlinkSync('0000000001.json', path);
    },
  ],
  [
    'socket',
    async (path) => {
      // The name is short from there, and stays when the server is gone.
      const server = createServer();
      const here = process.cwd();
      process.chdir(join(path, '..'));
      await new Promise<void>((done) => server.listen(path.slice(path.lastIndexOf('/') + 1), done));
      process.chdir(here);
      renameSync(path, `${path}.kept`);
      await new Promise((done) => server.close(done));
      renameSync(`${path}.kept`, path);
    },
  ],
];

describe.each(strangers)('a %s in place of the newest version', (kind, make) => {
  it('is named, hides no older one, and is built upon by a rebuilding alone', { timeout: 10_000 }, async () => {
    const home = await homeWith(2);
    const store = openFileStore(home, { keep: 2 });
    await make(file(home, 3));
    expect(await store.read()).toEqual({
      ok: false,
      failures: [{ reason: 'state_damaged', file: file(home, 3), problem: `is a ${kind}`, lastGood: file(home, 2) }],
    });
    const good = await store.readLastGood();
    expect(good).toMatchObject({ ok: true, value: { version: 2 } });
    let document = await store.rebuild(modelDocument());
    expect(document).toMatchObject({ ok: true, value: { version: 4 } });
    expect(await checkErasable({ absolute: (path) => join(home, path) }, [])).toMatchObject({
      ok: false,
      failures: [{ reason: 'foreign_file', path: file(home, 3), kind }],
    });
    for (let more = 0; more < 8; more += 1) {
      if (!document.ok) throw new Error(JSON.stringify(document.failures));
      document = await store.commit(document.value, document.value);
    }
    // It is nobody's to remove, and keeps no older file of ours there.
    expect(lstatSync(file(home, 3)).isFile()).toBe(false);
    expect(readdirSync(join(home, 'state')).filter((name) => name < '0000000009' && name.startsWith('0'))).toEqual([
      '0000000003.json',
    ]);
  });

  it('loses to a commit, and its place to nobody, when it is put there meanwhile', { timeout: 10_000 }, async () => {
    const home = await homeWith(2);
    const store = openFileStore(home);
    const base = await store.read();
    if (!base.ok) throw new Error(JSON.stringify(base.failures));
    unlinkSync(file(home, 2));
    await make(file(home, 2));
    expect(await store.commit(base.value, modelDocument())).toMatchObject({ failures: [{ reason: 'state_stale' }] });
  });

  it('is named in place of a folder of the home too', { timeout: 10_000 }, async () => {
    const home = temporaryHome();
    mkdirSync(home);
    const nodes = join(home, 'nodes');
    await make(nodes);
    if (kind === 'folder') return;
    const named = { ok: false, failures: [{ reason: 'foreign_file', path: nodes, kind }] };
    expect(await listNodeFolders(nodes)).toEqual(named);
    expect(await makeFolder(join(nodes, 'meta-00000001'), { within: home })).toEqual(named);
  });
});

it('a file in place of a folder of the home is named', async () => {
  const home = temporaryHome();
  mkdirSync(home);
  writeFileSync(join(home, 'nodes'), '');
  expect(await listNodeFolders(join(home, 'nodes'))).toEqual({
    ok: false,
    failures: [{ reason: 'foreign_file', path: join(home, 'nodes'), kind: 'file' }],
  });
});
