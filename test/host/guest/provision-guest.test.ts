import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NodeName, Uuid } from '../../../src/core/names.ts';
import { createClock } from '../../../src/host/clock.ts';
import { provisionGuest } from '../../../src/host/provision-guest.ts';
import { createPrograms } from '../../../src/host/run-program.ts';
import type { ProvisionRun } from '../../../src/ports/guest.ts';
import { until } from '../../real/lab/until.ts';

const shipped = join(import.meta.dirname, '../../../qemu/guest/run-provision.sh');
const target = {
  name: 'node-1' as NodeName,
  uuid: '0b9c1c7e-1111-4222-8333-444455556666' as Uuid,
  user: 'dba',
  port: 22,
};
let folder = '';

/** A guest that is this host: `ssh` hands its last word to a shell, as an ssh server does, and `sudo` grants everything. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paddock-provision-'));
  for (const name of ['bin', 'tmp', 'scripts']) mkdirSync(join(folder, name));
  program('ssh', 'for last in "$@"; do :; done\nexec sh -c "$last"');
  program('sudo', 'shift\nAS_ROOT=yes exec env AS_ROOT=yes "$@"');
  cpSync(shipped, join(folder, 'scripts', 'run-provision.sh'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string, body: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

async function run(script: string, changes: Partial<ProvisionRun> = {}) {
  const bounded = createPrograms();
  const env = { PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`, TMPDIR: join(folder, 'tmp') };
  const programs = {
    ...bounded,
    relay: (request: Parameters<typeof bounded.relay>[0]) =>
      bounded.relay({ ...request, executable: join(folder, 'bin', 'ssh'), env }),
  };
  const said = { stdout: '', stderr: '' };
  const world = {
    programs,
    clock: createClock(),
    keysFolder: folder,
    scriptsFolder: join(folder, 'scripts'),
    terminal: { stdin: false, stdout: false },
  };
  const ended = await provisionGuest(world, target, {
    script: new TextEncoder().encode(script),
    sudo: false,
    timeoutSeconds: 30,
    signal: new AbortController().signal,
    onOutput: ({ from, text }) => {
      said[from] += text;
      return Promise.resolve();
    },
    ...changes,
  });
  return { ended, ...said, left: readdirSync(join(folder, 'tmp')) };
}

/** A script whose children would outlive it, and that minds no polite signal. It names its own process in a file. */
const stubborn = (pids: string) =>
  `#!/bin/sh\ntrap '' TERM INT HUP\nsleep 600 &\necho "$$ $!" >'${pids}.new'; mv '${pids}.new' '${pids}'\nsleep 600; sleep 600\n`;

const lives = (pid: number): boolean => {
  // A zombie has ended.
  const stat = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return stat !== '' && !stat.startsWith('Z');
};
const pidsIn = (file: string): readonly number[] => readFileSync(file, 'utf8').trim().split(' ').map(Number);

describe('a script', () => {
  it.each([
    ['by the program that its first line names', '#!/usr/bin/env python3\nprint(6 * 7)\n', 0, '42\n'],
    ['by the shell without one', 'echo "$((6 * 7))"; exit 9', 9, '42\n'],
    ['with nothing to read', '#!/bin/sh\ncat; echo end', 0, 'end\n'],
    ['with every byte of it', "#!/bin/sh\nprintf %s 'a\" $x ü'", 0, 'a" $x ü'],
  ])('is run %s, and leaves no file', async (_how, script, status, stdout) => {
    expect(await run(script)).toEqual({ ended: { ok: true, value: status }, stdout, stderr: '', left: [] });
  });

  it('is root as a whole with sudo', async () => {
    expect(await run('#!/bin/sh\necho "$AS_ROOT"', { sudo: true })).toMatchObject({ stdout: 'yes\n', left: [] });
  });

  it('goes on being ended at the limit until nothing of its session is left', async () => {
    const pids = join(folder, 'pids');
    const { ended, left } = await run(stubborn(pids), { timeoutSeconds: 1 });
    expect({ ended, left }).toEqual({ ended: { ok: true, value: 124 }, left: [] });
    expect(pidsIn(pids).map(lives)).toEqual([false, false]);
  });

  it('may leave something running, when it ends by itself', async () => {
    const pids = join(folder, 'pids');
    const ran = await run(`#!/bin/sh\nsleep 600 >/dev/null 2>&1 &\necho "$!" >'${pids}'`);
    expect(ran.ended).toEqual({ ok: true, value: 0 });
    const [pid = 0] = pidsIn(pids);
    expect(lives(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });

  it('is ended in the guest when the command is called off', async () => {
    const pids = join(folder, 'pids');
    const stop = new AbortController();
    const going = run(stubborn(pids), { signal: stop.signal });
    await until('the script to run', () => existsSync(pids));
    stop.abort();
    expect((await going).ended).toMatchObject({ failures: [{ reason: 'interrupted' }] });
    await until('its session to end', () => !pidsIn(pids).some(lives));
  });
});

describe('run-provision.sh', () => {
  const start = (script: string, bytes = script.length) => {
    const text = readFileSync(shipped, 'utf8');
    const env = { ...process.env, TMPDIR: join(folder, 'tmp') };
    const child = spawn('sh', ['-c', text, 'paddock', '60', String(bytes)], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.on('error', () => undefined).write(script);
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, ended };
  };

  it('ends the script when the connection does', async () => {
    const pids = join(folder, 'pids');
    const { child, ended } = start(stubborn(pids));
    await until('the script to run', () => existsSync(pids));
    child.stdin.end();
    expect(await ended).toBe(124);
    expect(pidsIn(pids).map(lives)).toEqual([false, false]);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });

  it('runs nothing of a script that did not arrive whole', async () => {
    const { child, ended } = start(`#!/bin/sh\ntouch '${folder}/ran'\n`, 1000);
    child.stdin.end();
    expect(await ended).toBe(1);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});
