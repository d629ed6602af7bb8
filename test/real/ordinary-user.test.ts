import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTool } from '../../src/qemu/find-tool.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { program } from './lab/checkout.ts';
import { hostileSsh } from './lab/hostile-ssh.ts';
import { prepareMiniImage } from './lab/mini-image.ts';
import { oneNode } from './lab/two-nodes.ts';
import { vmProcesses } from './lab/vm-processes.ts';

const user = 'paddock-test';
const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write('skipped: a lab of an ordinary user, because only root can make one for the test\n');

withRealQemu(() => {
  if (!isRoot) {
    test.skip('a lab of an ordinary user needs root to make the user', () => undefined);
    return;
  }
  let folder: string;

  /** Runs a command with nothing of root: its groups, its environment, its folders and its privileges are gone. */
  function asUser(words: readonly string[]) {
    const drop = ['--reuid', user, '--regid', user, '--init-groups', '--no-new-privs', '--inh-caps=-all'];
    const path = process.env['PATH'] ?? '';
    const env = { PATH: `${folder}/bin:${path}`, HOME: `${folder}/home`, LANG: 'C.UTF-8' };
    return spawnSync('setpriv', [...drop, '--', 'paddock', ...words], {
      ...{ env, cwd: `${folder}/home`, encoding: 'utf8', timeout: 240_000, input: '' },
    });
  }

  beforeAll(() => {
    const cache = prepareMiniImage();
    spawnSync('userdel', ['-r', user], { stdio: 'ignore' });
    folder = mkdtempSync('/tmp/paddock-user-');
    execFileSync('useradd', ['--create-home', '--home-dir', join(folder, 'home'), '--shell', '/bin/sh', user]);
    chmodSync(folder, 0o755);
    // The user may not read the folder of the checkout, so what is installed there is put where it can be read.
    const root = join(program, '..', '..');
    for (const part of ['dist', 'qemu', 'package.json']) {
      cpSync(join(root, part), join(folder, 'paddock', part), { recursive: true });
    }
    mkdirSync(join(folder, 'bin'));
    cpSync(process.execPath, join(folder, 'bin', 'node'));
    const script = `#!/bin/sh\nexec '${folder}/bin/node' '${folder}/paddock/dist/paddock.cjs' "$@"\n`;
    writeFileSync(join(folder, 'bin', 'paddock'), script, { mode: 0o755 });
    cpSync(cache, join(folder, 'home', '.cache', 'paddock'), { recursive: true });
    writeFileSync(join(folder, 'home', 'paddock.yml'), oneNode);
    // The system's ssh finds it here, in the home that the user has by the password file.
    hostileSsh(join(folder, 'home'));
    execFileSync('chown', ['-R', `${user}:`, join(folder, 'home')]);
    chownSync(folder, 0, 0);
  });

  afterAll(() => {
    for (const { pid } of vmProcesses(folder)) process.kill(pid, 'SIGKILL');
    spawnSync('userdel', [user], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
    rmSync(`/tmp/paddock-${String(uid)}`, { recursive: true, force: true });
  });

  let uid = -1;

  // The server that stands alone serves anybody, the one that QEMU 7 brings only root: which it is, it says itself.
  test('shares a folder of its own, or is told what that takes, before anything is made', () => {
    const source = join(folder, 'home', 'shared');
    execFileSync('install', ['-d', '-m', '777', '-o', user, source]);
    const share = `vm_shares: [{ host: ${source}, guest: /shared, readonly: false }]`;
    const manifest = join(folder, 'home', 'paddock.yml');
    writeFileSync(manifest, oneNode.replace('nodename: meta', `nodename: meta, ${share}`));
    const up = asUser(['up', '--json']);
    writeFileSync(manifest, oneNode);
    const server = findTool('virtiofsd', { searchPath: '', platform: 'linux', arch: 'amd64' });
    const help = server.ok ? spawnSync(server.value, ['--help'], { encoding: 'utf8' }).stdout : '';
    if (help.includes('--shared-dir')) {
      expect(up.status, up.stderr).toBe(0);
      expect(asUser(['exec', 'meta', '--', 'sh', '-c', 'echo hello >/shared/hello']).status).toBe(0);
      expect(readFileSync(join(source, 'hello'), 'utf8')).toBe('hello\n');
      expect(asUser(['purge', '--yes']).status).toBe(0);
      return;
    }
    expect(up.status, up.stdout).toBe(3);
    // Without a server for this user 9p is left, which the kernel of this guest does not have.
    expect(JSON.parse(up.stdout)).toMatchObject({ error: 'capability', reason: 'share_no_way', left: 'nothing' });
    expect(up.stdout).toMatch(
      /the kernel of local-mini has no 9p, and virtiofs cannot be used \(.*works for root only/u,
    );
    expect(vmProcesses(folder)).toEqual([]);
  });

  test('brings up a lab, enters it, stops, starts and purges it', () => {
    uid = statSync(join(folder, 'home')).uid;
    expect(uid).toBeGreaterThan(0);
    const up = asUser(['up', '--json']);
    expect(up.status, up.stderr).toBe(0);
    expect(JSON.parse(up.stdout)).toMatchObject({ status: 'complete', nodes: [{ name: 'meta', ready: true }] });
    const [vm] = vmProcesses(folder);
    expect(statSync(`/proc/${String(vm?.pid)}`).uid).toBe(uid);
    expect(asUser(['exec', 'meta', '--', 'id', '-un']).stdout).toBe('dba\n');
    expect(existsSync(join(folder, 'home', 'pwned'))).toBe(false);
    expect(asUser(['stop']).status).toBe(0);
    expect(asUser(['start']).status).toBe(0);
    const purged = asUser(['purge', '--yes']);
    expect(purged.status, purged.stderr).toBe(0);
    expect(vmProcesses(folder)).toEqual([]);
  });

  test('nothing in its home belongs to anyone else', () => {
    expect(execFileSync('find', [join(folder, 'home'), '!', '-user', user], { encoding: 'utf8' })).toBe('');
  });
});
