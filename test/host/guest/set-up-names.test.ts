import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guestScripts } from '../../../src/core/guest/guest-script.ts';

const shipped = join(import.meta.dirname, '../../../qemu/guest');
const linux = process.platform === 'linux';
if (!linux) process.stdout.write('skipped: the stages of a set-up on this host, for want of Linux\n');

let root = '';
const ids = `${String(process.getuid?.())}:${String(process.getgid?.())}`;

/** A guest that is a folder: what the scripts write below /etc and /var lands there, and `dba` lives in it. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'paddock-stages-'));
  for (const folder of ['etc', 'var', 'work', 'home']) mkdirSync(join(root, folder));
  writeFileSync(join(root, 'etc/passwd'), `dba:x:${ids}::${root}/home:/bin/sh\n`);
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function setUp(...lines: readonly string[]): readonly string[] {
  const text = guestScripts['set-up'].map((name) => readFileSync(join(shipped, `${name}.sh`), 'utf8')).join('\n');
  const moved = text.replaceAll('/etc/', `${root}/etc/`).replaceAll('/var/lib/paddock', `${root}/var/paddock`);
  writeFileSync(join(root, 'work/script'), moved.replaceAll(' 0:0', ` ${ids}`));
  const input = ['paddock-set-up 1', 'uuid u', 'spec-hash h', 'user dba', ...lines, ''].join('\n');
  const ran = spawnSync('sh', [join(root, 'work/script')], { input, encoding: 'utf8', timeout: 60_000 });
  return `${ran.stdout}${ran.stderr}`.trimEnd().split('\n');
}

const file = (path: string) => readFileSync(join(root, path), 'utf8');

describe.skipIf(!linux)('a set-up', () => {
  it('writes a marker of what it kept and what it did', () => {
    expect(setUp('keep hostname d1', 'stage names d2', 'host 10.10.10.10 meta m', 'stage odd d3')).toEqual([
      'done names ok d2',
    ]);
    expect(file('var/paddock/ready')).toBe(
      'paddock-marker 1\nuuid u\nspec-hash h\nstage hostname d1 ok\nstage names d2 ok\nend\n',
    );
  });

  it('refuses input that is not its own, and leaves the marker alone', () => {
    setUp();
    const before = file('var/paddock/ready');
    const ran = spawnSync('sh', [join(root, 'work/script')], { input: 'something else\n', encoding: 'utf8' });
    expect([ran.status, ran.stderr]).toEqual([1, 'the input is not one of a set-up\n']);
    expect(file('var/paddock/ready')).toBe(before);
  });

  it('keeps names in a block of its own, and replaces that block alone', () => {
    setUp('stage names d', 'host 10.10.10.10 meta', 'host 10.10.10.11 node-1 db');
    writeFileSync(join(root, 'etc/hosts'), `${file('etc/hosts')}192.0.2.1 mine\n`);
    setUp('stage names d', 'host 10.10.10.10 meta');
    expect(file('etc/hosts')).toBe(
      '127.0.0.1 localhost\n192.0.2.1 mine\n# paddock begin\n10.10.10.10 meta\n# paddock end\n',
    );
  });

  it('leaves a file alone that has what it should have', () => {
    setUp('stage names d', 'host 10.10.10.10 meta');
    const { ino } = statSync(join(root, 'etc/hosts'));
    setUp('stage names d', 'host 10.10.10.10 meta');
    expect(statSync(join(root, 'etc/hosts')).ino).toBe(ino);
  });

  it('goes on after a stage that fails', () => {
    rmSync(join(root, 'home'), { recursive: true });
    expect(setUp('stage control c', 'accept ssh-ed25519 NEW', 'stage time t', 'step 0')).toEqual([
      'warning control the login user dba has no home folder',
      'done control limited c',
      'done time ok t',
    ]);
    expect(file('var/paddock/ready')).toContain('stage control c limited\nstage time t ok\n');
  });
});

describe.skipIf(!linux)('the control role', () => {
  const key = Buffer.from('PRIVATE\n').toString('base64');
  const hold = ['stage control c', `private ${key}`, 'peer node-1,db,10.10.10.11 ssh-ed25519 HOST'];

  it('is held with a key, known hosts, and a configuration before the own one', () => {
    mkdirSync(join(root, 'home/.ssh'), { mode: 0o700 });
    writeFileSync(join(root, 'home/.ssh/config'), 'ServerAliveInterval 5\n');
    expect(setUp(...hold)).toEqual(['done control ok c']);
    expect(file('home/.ssh/paddock_control')).toBe('PRIVATE\n');
    expect(statSync(join(root, 'home/.ssh/paddock_control')).mode & 0o777).toBe(0o600);
    expect(file('home/.ssh/paddock_known_hosts')).toBe('node-1,db,10.10.10.11 ssh-ed25519 HOST\n');
    expect(file('home/.ssh/config')).toMatch(
      /^# paddock begin\nHost node-1 db 10\.10\.10\.11\n[^]*Host \*\n# paddock end\nServerAliveInterval 5\n$/u,
    );
  });

  it('leaves nothing behind when it moves on', () => {
    setUp(...hold);
    expect(setUp('stage control c', 'accept ssh-ed25519 NEW')).toEqual(['done control ok c']);
    expect(existsSync(join(root, 'home/.ssh/paddock_control'))).toBe(false);
    expect(existsSync(join(root, 'home/.ssh/paddock_known_hosts'))).toBe(false);
    expect(file('home/.ssh/config')).toBe('');
    expect(file('home/.ssh/authorized_keys')).toBe('ssh-ed25519 NEW paddock-control\n');
  });

  it('takes the place of the earlier key alone, in a file without a last line end too', () => {
    mkdirSync(join(root, 'home/.ssh'), { mode: 0o700 });
    writeFileSync(join(root, 'home/.ssh/authorized_keys'), 'ssh-ed25519 OLD paddock-control\nssh-ed25519 MINE me');
    setUp('stage control c', 'accept ssh-ed25519 NEW');
    expect(file('home/.ssh/authorized_keys')).toBe('ssh-ed25519 MINE me\nssh-ed25519 NEW paddock-control\n');
    setUp(...hold);
    expect(file('home/.ssh/authorized_keys')).toBe('ssh-ed25519 MINE me\n');
  });

  it('reads a configuration back by ssh itself', () => {
    setUp(...hold);
    const asked = spawnSync('ssh', ['-G', '-F', join(root, 'home/.ssh/config'), 'db'], { encoding: 'utf8' });
    expect(asked.stdout).toContain(`identityfile ${root}/home/.ssh/paddock_control\n`);
    expect(asked.stdout).toMatch(/^stricthostkeychecking (true|yes)$/mu);
  });
});
