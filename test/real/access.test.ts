import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { twoNodes } from './lab/two-nodes.ts';
import { greeting } from './lab/greeting.ts';

interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program of the host, in the environment and the folder of the lab. */
function host(lab: Lab, [program = '', ...rest]: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(program, rest, { cwd: lab.folder, env: lab.env, timeout: 120_000 }, (error, stdout, stderr) => {
      resolve({ exit: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Asks again and again, at most for a minute. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('waited a minute in vain');
    await sleep(100);
  }
}

/** The most memory that a process has had, in MiB, as far as it could be asked. */
function mostMemory(child: ChildProcess): () => number {
  let most = 0;
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${String(child.pid)}/status`, 'utf8');
      most = Math.max(most, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It has ended.
    }
  }, 50);
  return () => {
    clearInterval(timer);
    return most;
  };
}

withRealQemu(() => {
  let lab: Lab;
  const config = () => join(lab.folder, '.ssh', 'config');
  const ssh = (...words: readonly string[]) => host(lab, ['ssh', '-F', config(), ...words]);
  const script = (name: string, text: string): string => {
    writeFileSync(join(lab.folder, name), text);
    return name;
  };

  beforeAll(async () => {
    lab = openLab({ manifest: twoNodes.replace('nodename: node-1', 'nodename: node-1, vm_alias: [pg.lab]') });
    mkdirSync(join(lab.folder, '.ssh'), { mode: 0o700 });
    writeFileSync(config(), 'Host *\n  User nobody\n  ForwardAgent yes\n', { mode: 0o600 });
    const up = await lab.run(['up'], { timeoutMs: 280_000 });
    expect(up.exit, up.stderr).toBe(0);
    const installed = await lab.run(['ssh-config', '--install']);
    expect(installed.exit, installed.stderr).toBe(0);
  });

  afterAll(async () => {
    await lab.close();
  });

  describe('plain ssh', () => {
    it('reaches a node by name, alias and address, whatever the person has for all hosts', async () => {
      for (const name of ['node-1', 'pg.lab', '10.10.10.11']) {
        expect(await ssh(name, 'hostname; id -un')).toMatchObject({ exit: 0, stdout: 'node-1\ndba\n' });
      }
    });

    it('copies with scp and forwards with -L', async () => {
      writeFileSync(join(lab.folder, 'note'), 'by scp');
      expect((await host(lab, ['scp', '-F', config(), 'note', 'meta:note'])).exit).toBe(0);
      expect((await ssh('meta', 'cat note')).stdout).toBe('by scp');
      const port = await freePort();
      const forward = spawn('ssh', ['-F', config(), '-N', '-L', `${String(port)}:127.0.0.1:22`, 'meta']);
      try {
        await eventually(async () => (await greeting(port, 5_000)).startsWith('SSH-2.0-'));
      } finally {
        forward.kill();
      }
    });

    it('follows a node that is destroyed', async () => {
      const fragment = join(lab.home, 'keys', 'ssh_config');
      const before = readFileSync(fragment, 'utf8');
      expect((await lab.run(['stop', 'node-1'])).exit).toBe(0);
      expect(readFileSync(fragment, 'utf8')).toBe(before);
      const started = await lab.run(['start', 'node-1']);
      expect(started.exit, started.stderr).toBe(0);
      expect((await ssh('pg.lab', 'hostname')).stdout).toBe('node-1\n');
    });
  });

  it('takes no longer a command than the server of the guest does, and says so', async () => {
    // `'echo' ''` around it.
    const words = (bytes: number) => ['exec', 'meta', '--', 'echo', 'a'.repeat(bytes - 9)];
    expect(await lab.run(words(9000))).toMatchObject({ exit: 0, stdout: `${'a'.repeat(8991)}\n` });
    const refused = await lab.run(words(9001));
    // Like every failure on the way there: all else is the command's own.
    expect(refused).toMatchObject({ exit: 255, stdout: '' });
    expect(refused.stderr).toContain('9001 bytes with its quotes, and the way there takes 9000');
  });

  describe('cp', () => {
    const odd = ['a b', 'st*r', 'q?x[1]', 'back\\slash', '-dash', 'quo\'te"', '~tilde', 'col:on', 'new\nline', 'ünï'];

    it('takes files with odd names there and back, in a folder and one by one', async () => {
      mkdirSync(join(lab.folder, 'odd', 'below'), { recursive: true });
      for (const name of odd) writeFileSync(join(lab.folder, 'odd', name), `in ${name}`);
      writeFileSync(join(lab.folder, 'odd', 'below', 'deep'), 'deep');
      const there = await lab.run(['cp', '-r', 'odd', 'meta:']);
      expect(there, there.stderr).toMatchObject({ exit: 0, stdout: '' });
      const back = await lab.run(['cp', '-r', 'meta:odd', 'back']);
      expect(back.exit, back.stderr).toBe(0);
      expect(readdirSync(join(lab.folder, 'back')).toSorted()).toEqual([...odd, 'below'].toSorted());
      mkdirSync(join(lab.folder, 'each'));
      const each = await lab.run(['cp', ...odd.map((name) => `meta:odd/${name}`), 'each/']);
      expect(each.exit, each.stderr).toBe(0);
      for (const name of odd) expect(readFileSync(join(lab.folder, 'each', name), 'utf8')).toBe(`in ${name}`);
      for (const name of odd.slice(0, 5)) {
        expect((await lab.run(['cp', `./odd/${name}`, `meta:one ${name}`])).exit).toBe(0);
      }
      const listed = await lab.run(['exec', 'meta', '--', 'sh', '-c', 'ls -d one*']);
      expect(listed.stdout.split('\n').filter(Boolean)).toHaveLength(5);
    });

    it('says what is wrong, in one document too', async () => {
      const absent = await lab.run(['cp', 'meta:/no/such', '.', '--json']);
      expect(absent.exit).toBe(1);
      expect(JSON.parse(absent.stdout)).toMatchObject({ reason: 'copy_failed', nodes: ['meta'] });
      expect(absent.stdout).toContain('No such file or directory');
      expect((await lab.run(['cp', 'odd', 'meta:x'])).exit).toBe(2);
      expect((await lab.run(['cp', 'metaa:x', '.'])).stderr).toContain('meta');
    });
  });

  describe('provision', () => {
    it('tells the nodes apart: one ends with 3, and the others are done', async () => {
      const file = script(
        'split.sh',
        '#!/bin/sh\necho "out of $(hostname)"; echo "err" >&2; [ "$(hostname)" = meta ] || exit 3\n',
      );
      const text = await lab.run(['provision', '--script', file]);
      expect(text.exit).toBe(5);
      expect(text.stdout).toContain('meta | out of meta\n');
      expect(text.stdout).toContain('node-1 | out of node-1\n');
      expect(text.stderr).toContain('node-1 | err\n');
      expect(text.stderr).toContain('error: node node-1: the script ended with exit status 3');
      const json = await lab.run(['provision', '--script', file, '--json']);
      expect(json.exit).toBe(5);
      expect(JSON.parse(json.stdout)).toMatchObject({
        error: 'partial',
        status: 'partial',
        nodes: [
          { name: 'meta', exitStatus: 0, stdout: 'out of meta\n', stderr: 'err\n', reason: null },
          { name: 'node-1', exitStatus: 3, stdout: 'out of node-1\n', reason: 'script_failed' },
        ],
      });
      const one = await lab.run(['provision', '--script', file, 'node-1']);
      expect(one).toMatchObject({ exit: 3, stdout: 'out of node-1\n' });
    });

    it('runs as the login user, or as root, and leaves no file of its own', async () => {
      const file = script('who.sh', '#!/bin/sh\nid -un\n');
      expect((await lab.run(['provision', '--script', file, 'meta'])).stdout).toBe('dba\n');
      expect((await lab.run(['provision', '--script', file, '--sudo', 'meta'])).stdout).toBe('root\n');
      expect((await lab.run(['exec', 'meta', '--', 'sh', '-c', 'ls /tmp | wc -l'])).stdout.trim()).toBe('0');
    });

    it('ends a script that takes too long, in the guest too, also as root', async () => {
      const file = script('slow.sh', '#!/bin/sh\nsleep 1234 & sleep 1234\n');
      for (const how of [[], ['--sudo']]) {
        const ended = await lab.run(['provision', '--script', file, '--timeout', '2s', ...how, 'meta', '--json']);
        expect(ended.exit).toBe(1);
        expect(JSON.parse(ended.stdout)).toMatchObject({ reason: 'script_timed_out', nodes: [{ timedOut: true }] });
      }
      const left = await lab.run(['exec', 'meta', '--', 'sh', '-c', 'ps | grep -c "[s]leep 1234"']);
      expect(left.stdout.trim()).toBe('0');
    });

    it.each(['SIGINT', 'SIGKILL'] as const)(
      'ends in the guest with the command, by %s, also as root',
      async (signal) => {
        const text = `#!/bin/sh\ntrap '' TERM HUP\nsleep 4321 & echo begun; sleep 4321\n`;
        const words = ['provision', '--script', script('long.sh', text), '--sudo', 'meta', 'node-1'];
        const command = lab.start(words);
        await eventually(() =>
          Promise.resolve(['meta', 'node-1'].every((name) => command.stdout().includes(`${name} | begun`))),
        );
        command.child.kill(signal);
        expect((await command.finished).exit).toBe(signal === 'SIGINT' ? 130 : null);
        for (const node of ['meta', 'node-1']) {
          const left = () => lab.run(['exec', node, '--', 'sh', '-c', 'ps | grep -c "[s]leep 4321"; ls -A /tmp']);
          await eventually(async () => (await left()).stdout === '0\n');
        }
      },
    );

    it('stays within its memory while a script writes 100 MB, and while a document holds the end of 10 MB', async () => {
      const much = (bytes: number) =>
        `#!/bin/sh\nyes 0123456789012345678901234567890123456789 | head -c ${String(bytes)}\n`;
      for (const [bytes, form] of [
        [100_000_000, []],
        [10_000_000, ['--json']],
      ] as const) {
        const words = ['provision', '--script', script('much.sh', much(bytes)), 'meta', ...form];
        const command = lab.start(words, { timeoutMs: 400_000 });
        const most = mostMemory(command.child);
        const ended = await command.finished;
        const memory = most();
        process.stdout.write(
          `provision, ${String(bytes)} bytes of output ${form.join('')}: ${memory.toFixed(0)} MiB at most\n`,
        );
        expect(ended.exit).toBe(0);
        if (form.length === 0) expect(ended.stdout).toHaveLength(bytes);
        else expect(JSON.parse(ended.stdout)).toMatchObject({ nodes: [{ truncated: true }] });
        expect(memory).toBeGreaterThan(10);
        expect(memory).toBeLessThan(150);
      }
    });
  });

  it('refuses a guest whose host key has changed', async () => {
    const key = '/etc/dropbear/host_key';
    const change = `rm ${key}; dropbearkey -t ed25519 -f ${key} >/dev/null 2>&1; kill $(cat /run/dropbear.pid)`;
    await lab.run(['exec', 'meta', '--', 'sudo', 'sh', '-c', change]);
    await eventually(async () =>
      /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key verification failed/.test((await ssh('meta', 'true')).stderr),
    );
    expect((await ssh('meta', 'true')).exit).toBe(255);
    const own = await lab.run(['exec', 'meta', '--', 'true']);
    expect(own.exit).toBe(255);
    expect(own.stderr).toContain('Host key verification failed');
    expect((await lab.run(['cp', 'note', 'meta:/tmp'])).exit).toBe(1);
  });

  it('takes the lab out of the configuration with a purge, byte for byte', async () => {
    const purged = await lab.run(['purge', '--yes']);
    expect(purged, purged.stderr).toMatchObject({ exit: 0 });
    expect(readFileSync(config(), 'utf8')).toBe('Host *\n  User nobody\n  ForwardAgent yes\n');
    expect(existsSync(lab.home) ? readdirSync(lab.home) : []).toEqual([]);
  });
});
