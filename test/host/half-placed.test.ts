import { linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileKind } from '../../src/host/file-kind.ts';
import { makeKeyPair } from '../../src/host/make-key-pair.ts';
import { pinHostKeys } from '../../src/host/pin-host-keys.ts';
import { removeOwn } from '../../src/host/remove-own.ts';
import { createPrograms } from '../../src/host/run-program.ts';
import { temporaryHome } from '../fakes/temporary-home.ts';

function folder(): string {
  const path = temporaryHome();
  mkdirSync(path);
  return path;
}

/** What a crash leaves between giving a file its name and taking away the draft's. */
function halfPlaced(path: string, bytes: string): void {
  writeFileSync(`${path}.new`, bytes);
  linkSync(`${path}.new`, path);
}

describe('a file whose placing was cut short', () => {
  it('is ours under both names, and can be removed', async () => {
    const file = join(folder(), 'login');
    halfPlaced(file, 'key');
    expect([await fileKind(file), await fileKind(`${file}.new`)]).toEqual(['file', 'file']);
    expect(await removeOwn(file, 'file')).toMatchObject({ ok: true });
    expect(await removeOwn(`${file}.new`, 'file')).toMatchObject({ ok: true });
  });

  it('is somebody else’s as soon as its second name is another', async () => {
    const file = join(folder(), 'login');
    writeFileSync(file, 'key');
    linkSync(file, `${file}.backup`);
    expect(await fileKind(file)).toBe('file with a second name');
    writeFileSync(`${file}.new`, 'another file');
    expect(await fileKind(file)).toBe('file with a second name');
  });

  it('is whole again after the next making of the same key', async () => {
    const home = folder();
    const file = join(home, 'login');
    const made = await makeKeyPair(createPrograms(), file);
    linkSync(file, `${file}.new`);
    writeFileSync(`${file}.pub.new`, 'half');
    expect(await makeKeyPair(createPrograms(), file)).toEqual(made);
    expect(readdirSync(home).sort()).toEqual(['login', 'login.pub']);
  });

  it('leaves nothing beside the pinned keys either', async () => {
    const home = folder();
    expect(await pinHostKeys(home, [])).toMatchObject({ ok: true });
    linkSync(join(home, 'known_hosts'), join(home, 'known_hosts.new'));
    expect(await pinHostKeys(home, [])).toMatchObject({ ok: true });
    expect(readdirSync(home)).toEqual(['known_hosts']);
  });
});
