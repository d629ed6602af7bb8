import { execFileSync } from 'node:child_process';
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
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { NodeName } from '../../src/core/names.ts';
import type { ActionKind, ActionOf } from '../../src/core/plan/action.ts';
import { homePaths } from '../../src/core/state/home-paths.ts';
import type { Running } from '../../src/core/state/running.ts';
import { createLayout } from '../../src/host/layout.ts';
import { createNodeFiles } from '../../src/host/node-files.ts';
import { createPrograms } from '../../src/host/run-program.ts';
import { testUuid } from '../fakes/model-document.ts';
import { temporaryHome } from '../fakes/temporary-home.ts';

const stillOwned = () => Promise.resolve({ ok: true, value: undefined });

/** Tests stand in for the engine here: the files do not look at how the value was made. */
function running<K extends ActionKind>(kind: K): Running<ActionOf<K>> {
  const action: unknown = { kind, node: 'meta' as NodeName & string, uuid: testUuid(1), stillOwned };
  return action as Running<ActionOf<K>>;
}

function open() {
  const home = temporaryHome();
  mkdirSync(home);
  const layout = createLayout({ env: { XDG_RUNTIME_DIR: dirname(home), HOME: '/h' }, home, cwd: null, uid: 0 });
  if (!layout.ok) throw new Error('no layout');
  const files = createNodeFiles({ layout: layout.value, programs: createPrograms() });
  return { home, layout: layout.value, files, folder: join(home, 'nodes/meta-00000000') };
}

const done = { ok: true, value: undefined };

describe('the record of a node', () => {
  it('is written once, private, and the same bytes again are success', async () => {
    const { files, folder, home } = open();
    const before = process.umask(0);
    expect(await files.writeNodeRecord(running('write_node_record'), folder, '{"a":1}')).toEqual(done);
    process.umask(before);
    expect(await files.writeNodeRecord(running('write_node_record'), folder, '{"a":1}')).toEqual(done);
    expect(readFileSync(join(folder, 'node.json'), 'utf8')).toBe('{"a":1}');
    expect([statSync(folder).mode & 0o777, statSync(join(folder, 'node.json')).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(existsSync(join(home, 'disks'))).toBe(true);
  });

  it('of another node, or a link in its place, is refused', async () => {
    const { files, folder, home } = open();
    await files.writeNodeRecord(running('write_node_record'), folder, '{"a":1}');
    expect(await files.writeNodeRecord(running('write_node_record'), folder, '{"a":2}')).toMatchObject({
      ok: false,
      failures: [{ reason: 'foreign_file' }],
    });
    symlinkSync('/tmp', join(home, 'nodes/linked'));
    expect(await files.writeNodeRecord(running('write_node_record'), join(home, 'nodes/linked'), '{}')).toMatchObject({
      ok: false,
      failures: [{ reason: 'foreign_file', kind: 'symlink' }],
    });
  });
});

describe('the host key', () => {
  it('is made once, without a comment, and belongs together', async () => {
    const { files, layout } = open();
    const file = layout.absolute(homePaths.hostKey(testUuid(1)));
    const made = await files.createHostKey(running('create_host_key'), file);
    if (!made.ok) throw new Error(JSON.stringify(made.failures));
    expect(made.value).toMatch(/^ssh-ed25519 [A-Za-z0-9+/=]+$/);
    expect(execFileSync('ssh-keygen', ['-y', '-f', file], { encoding: 'utf8' }).trim()).toBe(made.value);
    expect(await files.createHostKey(running('create_host_key'), file)).toEqual(made);
    expect(await files.readHostKey(file)).toEqual({
      ok: true,
      value: { privateKey: readFileSync(file, 'utf8'), publicKey: made.value },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('goes with its public half', async () => {
    const { files, layout } = open();
    const file = layout.absolute(homePaths.hostKey(testUuid(1)));
    await files.createHostKey(running('create_host_key'), file);
    expect(await files.removeFile(running('remove_host_key'), file)).toEqual(done);
    expect(readdirSync(dirname(file))).toEqual([]);
    expect(await files.readHostKey(file)).toMatchObject({
      ok: false,
      failures: [{ reason: 'file_error', code: 'ENOENT' }],
    });
  });
});

describe('the seed and the firmware variables', () => {
  it('replace what this creation made, but no link and no folder', async () => {
    const { files, folder } = open();
    await files.writeNodeRecord(running('write_node_record'), folder, '{}');
    const seed = join(folder, 'seed.img');
    await files.writeSeed(running('write_seed'), seed, Uint8Array.of(1, 2));
    expect(await files.writeSeed(running('write_seed'), seed, Uint8Array.of(3))).toEqual(done);
    expect([...readFileSync(seed)]).toEqual([3]);
    symlinkSync(seed, join(folder, 'firmware-vars'));
    expect(
      await files.createFirmwareVars(running('create_firmware_vars'), join(folder, 'firmware-vars'), '/etc/hostname'),
    ).toMatchObject({ ok: false, failures: [{ reason: 'foreign_file', kind: 'symlink' }] });
    expect([...readFileSync(seed)]).toEqual([3]);
  });

  it('take over from a crash that left a file on its way', async () => {
    const { files, folder } = open();
    await files.writeNodeRecord(running('write_node_record'), folder, '{}');
    writeFileSync(join(folder, 'firmware-vars.new'), 'half');
    expect(
      await files.createFirmwareVars(running('create_firmware_vars'), join(folder, 'firmware-vars'), '/etc/hostname'),
    ).toEqual(done);
    expect(readdirSync(folder).sort()).toEqual(['firmware-vars', 'node.json']);
  });

  it('name a template that is not there', async () => {
    const { files, folder } = open();
    expect(
      await files.createFirmwareVars(running('create_firmware_vars'), join(folder, 'firmware-vars'), '/nonexistent.fd'),
    ).toMatchObject({ ok: false, failures: [{ reason: 'file_error', path: '/nonexistent.fd', code: 'ENOENT' }] });
  });
});

describe('removal', () => {
  it('of a file that is not there is success', async () => {
    const { files, folder } = open();
    expect(await files.removeFile(running('remove_seed'), join(folder, 'seed.img'))).toEqual(done);
  });

  it.each([
    [
      'symlink',
      (path: string, other: string) => {
        symlinkSync(other, path);
      },
    ],
    [
      'folder',
      (path: string) => {
        mkdirSync(path);
      },
    ],
    [
      'file with a second name',
      (path: string, other: string) => {
        linkSync(other, path);
      },
    ],
  ])('leaves a %s alone, and what it points to', async (kind, make) => {
    const { files, home } = open();
    mkdirSync(join(home, 'nodes'), { recursive: true });
    const [path, other] = [join(home, 'nodes/root.qcow2'), join(home, 'precious')];
    writeFileSync(other, 'precious');
    make(path, other);
    expect(await files.removeFile(running('remove_root_disk'), path)).toEqual({
      ok: false,
      failures: [{ reason: 'foreign_file', path, kind }],
    });
    expect([existsSync(path), readFileSync(other, 'utf8')]).toEqual([true, 'precious']);
  });

  it('of a node folder takes what is known, and the folder', async () => {
    const { files, folder } = open();
    await files.writeNodeRecord(running('write_node_record'), folder, '{}');
    for (const name of ['serial.log', 'qemu.log', 'seed.img.new']) writeFileSync(join(folder, name), 'x');
    expect(await files.removeNodeFolder(running('remove_node_record'), folder)).toEqual(done);
    expect(existsSync(folder)).toBe(false);
    expect(await files.removeNodeFolder(running('remove_node_record'), folder)).toEqual(done);
  });

  it.each(['notes.txt', 'root.qcow2', '.hidden'])(
    'of a node folder is stopped by %s, and nothing of it is touched',
    async (name) => {
      const { files, folder } = open();
      await files.writeNodeRecord(running('write_node_record'), folder, '{}');
      writeFileSync(join(folder, name), 'mine');
      expect(await files.removeNodeFolder(running('remove_node_record'), folder)).toEqual({
        ok: false,
        failures: [{ reason: 'unknown_file', folder, names: [name], stays: 'folder' }],
      });
      expect(readdirSync(folder).sort()).toEqual([name, 'node.json'].sort());
    },
  );

  it('of a node folder is stopped by a link under a known name', async () => {
    const { files, folder } = open();
    await files.writeNodeRecord(running('write_node_record'), folder, '{}');
    symlinkSync('/etc/hostname', join(folder, 'serial.log'));
    expect(await files.removeNodeFolder(running('remove_node_record'), folder)).toMatchObject({
      ok: false,
      failures: [{ reason: 'foreign_file', kind: 'symlink' }],
    });
    expect(readdirSync(folder).sort()).toEqual(['node.json', 'serial.log']);
  });

  it('of sockets takes sockets only', async () => {
    const { files, layout } = open();
    const sockets = layout.sockets(testUuid(1));
    mkdirSync(dirname(sockets.monitor), { recursive: true });
    const server = createServer().listen(sockets.monitor);
    onTestFinished(() => {
      server.close();
    });
    await new Promise((resolve) => server.once('listening', resolve));
    writeFileSync(sockets.console, 'not a socket');
    const { monitor, probe, console, lock } = sockets;
    const left = { sockets: [monitor, probe, console], lock };
    expect(await files.removeSockets(running('remove_runtime'), left)).toMatchObject({
      ok: false,
      failures: [{ reason: 'foreign_file', path: sockets.console, kind: 'file' }],
    });
    expect([existsSync(monitor), existsSync(console)]).toEqual([false, true]);
    writeFileSync(lock, '1234');
    expect(await files.removeSockets(running('remove_runtime'), { sockets: [], lock })).toEqual(done);
    expect(existsSync(lock)).toBe(false);
  });
});
