import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ActionOf } from '../../src/core/plan/action.ts';
import type { Running } from '../../src/core/state/running.ts';
import { createHome } from '../../src/host/home.ts';
import { createLayout } from '../../src/host/layout.ts';
import { testUuid } from '../fakes/model-document.ts';
import { temporaryHome } from '../fakes/temporary-home.ts';

const mebibyte = 1024 * 1024;

const stillOwned = () => Promise.resolve({ ok: true, value: undefined });

function erase(path: string) {
  const action: unknown = { kind: 'erase_home', node: '', uuid: testUuid(1), stillOwned };
  return home(path).erase(action as Running<ActionOf<'erase_home'>>);
}

function home(path: string) {
  const layout = createLayout({
    env: { XDG_RUNTIME_DIR: join(path, '../run') },
    home: path,
    cwd: null,
    uid: process.getuid?.() ?? 0,
  });
  if (!layout.ok) throw new Error('no layout');
  mkdirSync(dirname(layout.value.sockets(testUuid(1)).monitor), { recursive: true });
  return createHome(layout.value);
}

function write(path: string, text = 'x'): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

function endedLab(): string {
  const path = temporaryHome();
  for (const file of [
    'keys/login',
    'keys/login.pub',
    'keys/known_hosts',
    `keys/host-${testUuid(1)}`,
    `operations/${testUuid(2)}/operation.json`,
    'operations/order',
    'state/0000000009.json',
  ]) {
    write(join(path, file));
  }
  for (const folder of ['nodes', 'disks', 'waiting/3.lock']) mkdirSync(join(path, folder), { recursive: true });
  return path;
}

describe('nodeFolders', () => {
  it('lists what is there, and nothing where there is no home', async () => {
    const path = temporaryHome();
    expect(await home(path).nodeFolders()).toEqual({ ok: true, value: [] });
    for (const name of ['b', 'a']) mkdirSync(join(path, 'nodes', name), { recursive: true });
    const record = {
      ...{ format: 1, uuid: testUuid(7), name: 'meta', deploymentId: testUuid(9) },
      disks: { data: testUuid(8), odd: 'no UUID' },
    };
    write(join(path, 'nodes/b/node.json'), JSON.stringify(record));
    symlinkSync(join(path, 'nodes/b'), join(path, 'nodes/c'));
    expect(await home(path).nodeFolders()).toEqual({
      ok: true,
      value: [
        { name: 'a', made: null, called: null },
        {
          name: 'b',
          made: { name: 'meta', uuid: testUuid(7), deploymentId: testUuid(9), disks: [testUuid(8)] },
          called: null,
        },
        { name: 'c', made: null, called: null },
      ],
    });
  });

  it('knows a node by the name of its folder where node.json is gone or damaged, but not of an empty one', async () => {
    const path = temporaryHome();
    write(join(path, 'nodes/a-b-0000000a/node.json'), '{"format": 1, "na');
    write(join(path, 'nodes/c-0000000b/root.qcow2'));
    write(join(path, 'nodes/other/root.qcow2'));
    mkdirSync(join(path, 'nodes/d-0000000c'));
    expect(await home(path).nodeFolders()).toEqual({
      ok: true,
      value: [
        { name: 'a-b-0000000a', made: null, called: 'a-b' },
        { name: 'c-0000000b', made: null, called: 'c' },
        { name: 'd-0000000c', made: null, called: null },
        { name: 'other', made: null, called: null },
      ],
    });
  });
});

describe('erase', () => {
  it('takes everything but the state, which still says what is there', async () => {
    const path = endedLab();
    expect(await erase(path)).toEqual({ ok: true, value: undefined });
    expect([readdirSync(path), readdirSync(join(path, '../run/paddock'))]).toEqual([['state'], []]);
  });

  it('would be stopped by nothing once the recorded folders and disks are gone', async () => {
    const path = endedLab();
    for (const file of ['nodes/meta-1/node.json', 'disks/d.qcow2']) write(join(path, file));
    expect((await home(path).checkErasable(['nodes/meta-1', 'disks/d.qcow2'])).ok).toBe(true);
    expect(await home(path).checkErasable([])).toMatchObject({
      failures: [{ names: ['meta-1'] }, { names: ['d.qcow2'] }],
    });
  });

  it('has nothing to do where there is no home', async () => {
    expect(await erase(temporaryHome())).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['keys', 'id_rsa'],
    ['disks', 'mine.qcow2'],
    ['nodes', 'forgotten'],
    [`operations/${testUuid(2)}`, 'notes.txt'],
  ])('is stopped by something unknown in %s, and takes nothing', async (folder, name) => {
    const path = endedLab();
    write(join(path, folder, name), 'mine');
    expect(await erase(path)).toEqual({
      ok: false,
      failures: [{ reason: 'unknown_file', folder: join(path, folder), names: [name], stays: 'home' }],
    });
    expect(await home(path).checkErasable([])).toEqual({
      ok: false,
      failures: [{ reason: 'unknown_file', folder: join(path, folder), names: [name], stays: 'everything' }],
    });
    expect([existsSync(join(path, 'keys/login')), readFileSync(join(path, folder, name), 'utf8')]).toEqual([
      true,
      'mine',
    ]);
  });

  it('does not follow a link in place of a folder', async () => {
    const [path, other] = [temporaryHome(), temporaryHome()];
    write(join(other, 'login'), 'precious');
    mkdirSync(path);
    symlinkSync(other, join(path, 'keys'));
    expect(await erase(path)).toMatchObject({ ok: false, failures: [{ reason: 'foreign_file', kind: 'symlink' }] });
    expect(readFileSync(join(other, 'login'), 'utf8')).toBe('precious');
  });
});

describe('cutLogs', () => {
  it('cuts what is too long down to its last lines, in place', async () => {
    const path = temporaryHome();
    const log = join(path, 'nodes/meta-00000000/serial.log');
    write(log, `${`${'a'.repeat(99)}\n`.repeat(90_000)}the end\n`);
    write(join(path, 'nodes/meta-00000000/qemu.log'), 'short');
    const inode = statSync(log).ino;
    expect(await home(path).cutLogs(['nodes/meta-00000000'])).toEqual({ ok: true, value: undefined });
    const kept = readFileSync(log, 'utf8');
    expect([statSync(log).ino, kept.length <= 2 * mebibyte, kept.length > mebibyte]).toEqual([inode, true, true]);
    expect([kept.startsWith('a'.repeat(99)), kept.endsWith('a\nthe end\n')]).toEqual([true, true]);
    expect(readFileSync(join(path, 'nodes/meta-00000000/qemu.log'), 'utf8')).toBe('short');
  });

  it('does not follow a link', async () => {
    const path = temporaryHome();
    write(join(path, 'big'), 'b'.repeat(9 * mebibyte));
    mkdirSync(join(path, 'nodes/meta-00000000'), { recursive: true });
    symlinkSync(join(path, 'big'), join(path, 'nodes/meta-00000000/serial.log'));
    expect(await home(path).cutLogs(['nodes/meta-00000000'])).toMatchObject({
      ok: false,
      failures: [{ reason: 'foreign_file', kind: 'symlink' }],
    });
    expect(statSync(join(path, 'big')).size).toBe(9 * mebibyte);
  });

  it.each(['nodes', 'nodes/meta-00000000'])('does not follow %s when it is a link', async (linked) => {
    const [path, other] = [temporaryHome(), temporaryHome()];
    const log = join(other, linked === 'nodes' ? 'meta-00000000/serial.log' : 'serial.log');
    write(log, 'b'.repeat(9 * mebibyte));
    mkdirSync(dirname(join(path, linked)), { recursive: true });
    symlinkSync(other, join(path, linked));
    expect(await home(path).cutLogs(['nodes/meta-00000000'])).toMatchObject({
      ok: false,
      failures: [{ reason: 'foreign_file', path: join(path, linked), kind: 'symlink' }],
    });
    expect(statSync(log).size).toBe(9 * mebibyte);
  });

  it('leaves a log alone that has a second name', async () => {
    const path = temporaryHome();
    const log = join(path, 'nodes/meta-00000000/serial.log');
    write(log, 'b'.repeat(9 * mebibyte));
    linkSync(log, join(path, 'kept'));
    expect((await home(path).cutLogs(['nodes/meta-00000000'])).ok).toBe(false);
    expect(statSync(log).size).toBe(9 * mebibyte);
  });

  it('looks at recorded folders only, and says nothing about anything else', async () => {
    const path = temporaryHome();
    const log = join(path, 'nodes/ext/serial.log');
    write(log, 'b'.repeat(9 * mebibyte));
    write(join(path, 'nodes/mine'));
    expect(await home(path).cutLogs(['nodes/meta-00000000'])).toEqual({ ok: true, value: undefined });
    expect(statSync(log).size).toBe(9 * mebibyte);
  });
});

describe('a name in the home', () => {
  it('is told by where it leads, not by how it is written', async () => {
    const path = temporaryHome();
    mkdirSync(join(path, 'disks'), { recursive: true });
    const outside = temporaryHome();
    mkdirSync(outside, { recursive: true });
    symlinkSync(join(path, 'disks'), join(outside, 'link'));
    symlinkSync(path, join(outside, 'home'));
    symlinkSync(outside, join(path, 'away'));
    const told = await Promise.all(
      [
        ...[join(path, 'x'), join(path, 'disks', 'x'), join(outside, 'link', 'x'), join(outside, 'home', 'x')],
        ...[join(outside, 'x'), join(path, 'away', 'x'), `${path}-beside/x`, join(path, 'nowhere', 'x')],
      ].map((file) => home(path).holds(file)),
    );
    expect(told).toEqual([true, true, true, true, false, false, false, false]);
  });
});
