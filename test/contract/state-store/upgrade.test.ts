import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { stateSchema, type StateDocument } from '../../../src/core/state/document.ts';
import { bundleScript } from '../../fakes/bundle-script.ts';
import { isReserveFile } from '../../../src/host/reserve.ts';
import { temporaryHome } from '../../fakes/temporary-home.ts';
import { openFileStore } from './open-file-store.ts';

/** Written by paddock 0.1.0: a running node, a stopped one, a destroyed one and the disk that it left. */
const frozen = join(import.meta.dirname, 'schema-1.document');
const oldBytes = readFileSync(frozen, 'utf8');
const version = 89;
const [oldName, newName, keptName] = ['0000000089.json', '0000000090.json', '0000000089.schema-1.json'];

function oldHome(): string {
  const home = temporaryHome();
  mkdirSync(join(home, 'state'), { recursive: true, mode: 0o700 });
  copyFileSync(frozen, join(home, 'state', oldName));
  return home;
}

const names = (home: string): readonly string[] =>
  readdirSync(join(home, 'state'))
    .filter((name) => !isReserveFile(name))
    .sort();
const bytesOf = (home: string, name: string): string => readFileSync(join(home, 'state', name), 'utf8');

async function documentOf(home: string): Promise<StateDocument> {
  const read = await openFileStore(home).read();
  if (!read.ok || read.value === null) throw new Error(JSON.stringify(read));
  return read.value;
}

describe('a document of schema 1', () => {
  it('reads as one of the current schema, with what it said, and reading writes nothing', async () => {
    const home = oldHome();
    const document = await documentOf(home);
    expect(document).toMatchObject({ schema: stateSchema, version, writtenBy: '0.1.0', replacements: {} });
    expect(document.deployment).toMatchObject({ control: 'meta', controlKey: null });
    const { meta, 'node-1': second, 'node-2': gone } = document.nodes;
    expect([meta?.life, second?.life, gone?.life]).toEqual(['committed', 'committed', 'destroyed']);
    expect(meta?.guest).toMatchObject({ stages: {}, controlKey: null });
    expect(meta?.madeFor.envelope).toEqual(document.deployment?.envelope);
    expect(document.retained.map((disk) => disk.path)).toEqual(['/keep']);
    const old = JSON.parse(oldBytes) as StateDocument;
    expect(meta).toMatchObject({ ...old.nodes['meta'], guest: { ...old.nodes['meta']?.guest } });
    expect([names(home), bytesOf(home, oldName)]).toEqual([[oldName], oldBytes]);
  });

  it('is upgraded by one commit, and stays as it was beside it until a purge, however many commits follow', async () => {
    const home = oldHome();
    const store = openFileStore(home, { keep: 2 });
    let document = await documentOf(home);
    expect(store.olderOf(document)).toEqual({ schema: 1, file: join(home, 'state', keptName) });
    for (let count = 0; count < 5; count += 1) {
      const committed = await store.commit(document, document);
      if (!committed.ok) throw new Error(JSON.stringify(committed));
      document = committed.value;
      expect(store.olderOf(document)).toBeNull();
      expect(bytesOf(home, keptName)).toBe(oldBytes);
    }
    expect(document).toMatchObject({ schema: stateSchema, version: version + 5, writtenBy: 'contract' });
    expect(names(home)).toEqual([keptName, '0000000093.json', '0000000094.json']);
    expect((await store.discard(document)).ok).toBe(true);
    expect(existsSync(home)).toBe(false);
  });

  it('is not upgraded where its copy cannot be kept', async () => {
    const home = oldHome();
    const store = openFileStore(home);
    const read = await store.read();
    mkdirSync(join(home, 'state', keptName));
    if (!read.ok || read.value === null) throw new Error('nothing to read');
    expect(await store.commit(read.value, read.value)).toMatchObject({
      failures: [{ reason: 'file_error', path: join(home, 'state', keptName) }],
    });
    expect(names(home)).toEqual([oldName, keptName]);
  });

  it('of which two commands try the upgrade becomes one document', async () => {
    const home = oldHome();
    const stores = [openFileStore(home), openFileStore(home)];
    const committed = await Promise.all(
      stores.map(async (store) => {
        const read = await store.read();
        return read.ok && read.value !== null ? store.commit(read.value, read.value) : read;
      }),
    );
    expect(committed.filter((each) => each.ok)).toHaveLength(1);
    expect(committed.find((each) => !each.ok)).toMatchObject({ failures: [{ reason: 'state_stale' }] });
    expect(names(home)).toEqual([oldName, keptName, newName]);
  });

  it('with one byte changed is damaged, as any other', async () => {
    const home = oldHome();
    const file = join(home, 'state', oldName);
    await promisify(execFile)('sed', ['-i', 's/"control":"meta"/"control":"mete"/', file]);
    expect(await openFileStore(home).read()).toMatchObject({ failures: [{ reason: 'state_damaged', file }] });
  });
});

describe('an upgrade that is killed', () => {
  let script = '';
  beforeAll(async () => {
    const bundled = await bundleScript('test/contract/state-store/killed-writer.program.ts');
    script = bundled.path;
    return bundled.remove;
  });

  it.each(['write', 'sync', 'link', 'check', 'sync_folder', 'prune', 'done'] as const)(
    'at %s leaves the old document or the new one, never without the copy, and the next command goes on',
    async (point) => {
      const home = oldHome();
      await expect(promisify(execFile)('node', [script, home, point])).rejects.toMatchObject({ signal: 'SIGKILL' });
      const isPublished = ['check', 'sync_folder', 'prune', 'done'].includes(point);
      const document = await documentOf(home);
      expect(document.version).toBe(isPublished ? version + 1 : version);
      expect(bytesOf(home, keptName)).toBe(oldBytes);
      expect(bytesOf(home, oldName)).toBe(oldBytes);
      const next = await openFileStore(home).commit(document, document);
      expect(next).toMatchObject({ ok: true, value: { schema: stateSchema, version: document.version + 1 } });
      expect(bytesOf(home, keptName)).toBe(oldBytes);
    },
  );
});
