import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sshArgv } from '../../src/core/guest/ssh-argv.ts';
import type { NodeName, Uuid } from '../../src/core/names.ts';
import { cloudInitFiles } from '../../src/core/seed/cloud-init.ts';
import { fat12Volume } from '../../src/core/seed/fat12.ts';
import { createClock } from '../../src/host/clock.ts';
import { createGuest } from '../../src/host/guest.ts';
import { makeKeyPair } from '../../src/host/make-key-pair.ts';
import { createPrograms } from '../../src/host/run-program.ts';
import type { Guest, GuestTarget } from '../../src/ports/guest.ts';
import { miniImage } from './mini-image.ts';
import { startPlainVm, type PlainVm } from './plain-vm.ts';

const present =
  process.platform === 'linux' && process.arch === 'x64' && spawnSync('qemu-system-x86_64', ['--version']).status === 0;
if (!present) process.stdout.write('skipped: the mini guest, for want of qemu-system-x86_64 on Linux on x86_64\n');
const uefiCode = '/usr/share/OVMF/OVMF_CODE_4M.fd';
const uefi = existsSync(uefiCode);
if (!uefi) process.stdout.write(`skipped: the mini guest under UEFI, for want of ${uefiCode}\n`);

const uuid = '5d0c7a52-6f0e-4d0a-9b1e-2f6f3c1b7a10' as Uuid;
const macs = ['52:54:00:aa:00:01', '52:54:00:aa:00:02'] as const;
const programs = createPrograms();
const signal = new AbortController().signal;

let folder = '';
let guest: Guest;
let target: GuestTarget;
let vm: PlainVm | undefined;

/** What a command prints in the guest. */
function inGuest(...command: readonly string[]): string {
  const session = { command, terminal: false, connectTimeoutSeconds: 20 };
  const argv = sshArgv(target, { loginKey: 'login', knownHosts: 'known_hosts' }, session);
  return execFileSync('ssh', argv, { cwd: folder, encoding: 'utf8', timeout: 60_000 }).trim();
}

function start(firmware: Parameters<typeof startPlainVm>[0]['firmware'] = null): void {
  const files = { disk: join(folder, 'root.qcow2'), seed: join(folder, 'seed.img') };
  vm = startPlainVm({ folder, ...files, sshPort: target.port, macs, firmware });
}

async function ready(): Promise<number> {
  const begun = performance.now();
  const answer = await guest.awaitReady(target, { limitMs: 180_000, signal });
  const serial = existsSync(join(folder, 'serial.log'))
    ? readFileSync(join(folder, 'serial.log'), 'utf8').slice(-2000)
    : '';
  expect(answer, serial).toMatchObject({ ok: true, value: { seen: { instanceId: uuid } } });
  return performance.now() - begun;
}

async function until(what: () => string, expected: string): Promise<void> {
  let seen = '';
  for (let tries = 0; tries < 60 && seen !== expected; tries += 1) {
    seen = what();
    await createClock().sleep(250);
  }
  expect(seen).toBe(expected);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe.skipIf(!present)('the mini guest', () => {
  beforeAll(async () => {
    const image = await miniImage();
    folder = mkdtempSync(join(tmpdir(), 'paddock-mini-'));
    guest = createGuest({
      programs,
      clock: createClock(),
      keysFolder: folder,
      scriptsFolder: join(import.meta.dirname, '../../qemu/guest'),
      terminal: { stdin: false, stdout: false },
    });
    const login = await guest.loginKey();
    const host = await makeKeyPair(programs, join(folder, 'host'));
    if (!login.ok || !host.ok) throw new Error('no keys');
    await guest.pinHostKeys([{ uuid, publicKey: host.value.publicKey }]);
    const files = cloudInitFiles({
      uuid,
      hostname: 'node-1',
      login: { user: 'dba', uid: 88, publicKey: login.value },
      hostKey: host.value,
      managementMac: macs[0],
      privateNetwork: { mac: macs[1], address: '10.10.10.11' },
      userData: null,
    });
    writeFileSync(join(folder, 'seed.img'), fat12Volume('CIDATA', files));
    execFileSync('qemu-img', [
      'create',
      '-q',
      '-f',
      'qcow2',
      '-b',
      image.file,
      '-F',
      'qcow2',
      join(folder, 'root.qcow2'),
      '2G',
    ]);
    target = { name: 'node-1' as NodeName, uuid, user: 'dba', port: await freePort() };
  });
  afterEach((context) => {
    if (context.task.result?.state === 'fail') vm?.process.kill('SIGKILL');
  });
  afterAll(async () => {
    vm?.process.kill('SIGKILL');
    await vm?.ended();
    rmSync(folder, { recursive: true, force: true });
  });

  it('reaches ssh with the pinned key and its own instance id', async () => {
    start();
    process.stdout.write(`mini: ssh after ${String(Math.round(await ready()))} ms\n`);
  });

  it('is what its seed says: name, user, both NICs, no route on the private one', () => {
    expect(inGuest('hostname')).toBe('node-1');
    expect(inGuest('id', '-un')).toBe('dba');
    expect(inGuest('id', '-u')).toBe('88');
    expect(inGuest('sudo', '-n', 'id', '-u')).toBe('0');
    expect(inGuest('ip', '-4', '-o', 'addr', 'show', 'dev', 'private0')).toContain('inet 10.10.10.11/24');
    expect(inGuest('ip', '-4', '-o', 'addr', 'show', 'dev', 'mgmt0')).toContain('inet 10.0.2.');
    expect(inGuest('ip', 'route', 'show', 'default')).toMatch(/^default via \S+ dev mgmt0/);
    expect(inGuest('ping', '-c', '1', '-W', '5', '10.10.10.11')).toContain('1 received');
  });

  it('keeps words apart and passes the exit status', async () => {
    expect(inGuest('printf', '%s|', "it's", 'a  b', '$HOME', '')).toBe("it's|a  b|$HOME||");
    expect(await guest.run(target, ['sh', '-c', 'exit 42'], { terminal: 'never', signal })).toEqual({
      ok: true,
      value: 42,
    });
  });

  it('runs a script of ours as root, with its input', async () => {
    const ran = await guest.runScript(target, { script: 'report', arguments: [], stdin: 'x', limitMs: 60_000, signal });
    expect(ran).toMatchObject({ ok: true, value: { exitStatus: 0, stderr: '' } });
    expect(ran.ok ? ran.value.stdout : '').toMatch(/^kernel \S+\ncpus 2\nmemory-kib \d+\nlacks mkfs.xfs\n/u);
    expect(inGuest('sh', '-c', 'ls /run | grep -c paddock')).toBe('1');
  });

  it('has grown its root file system to the disk', () => {
    const kib = Number(inGuest('sh', '-c', "df -k / | awk 'NR == 2 { print $2 }'"));
    expect(kib).toBeGreaterThan(1.8 * 1024 * 1024);
  });

  it('keeps time under load', () => {
    const guestSeconds = Number(inGuest('date', '+%s'));
    expect(Math.abs(guestSeconds - Date.now() / 1000)).toBeLessThan(5);
  });

  it('brings a processor and memory online that are plugged in', async () => {
    const before = Number(inGuest('sh', '-c', "awk '/MemTotal/ { print $2 }' /proc/meminfo"));
    const slots = (await vm?.qmp('query-hotpluggable-cpus')) as readonly {
      type: string;
      props: object;
      'qom-path'?: string;
    }[];
    const free = slots.find((slot) => slot['qom-path'] === undefined);
    await vm?.qmp('device_add', { driver: free?.type, id: 'cpu-2', ...free?.props });
    await vm?.qmp('qom-set', {
      path: '/machine/peripheral/vmem',
      property: 'requested-size',
      value: 256 * 1024 * 1024,
    });
    await until(() => inGuest('nproc'), '3');
    await until(
      () => String(Number(inGuest('sh', '-c', "awk '/MemTotal/ { print $2 }' /proc/meminfo")) - before),
      String(256 * 1024),
    );
  });

  it('takes another host key for a stranger', async () => {
    const wrong = await makeKeyPair(programs, join(folder, 'wrong'));
    const right = await makeKeyPair(programs, join(folder, 'host'));
    if (!wrong.ok || !right.ok) throw new Error('no keys');
    await guest.pinHostKeys([{ uuid, publicKey: wrong.value.publicKey }]);
    expect(await guest.awaitReady(target, { limitMs: 60_000, signal })).toMatchObject({
      failures: [{ reason: 'guest_identity' }],
    });
    await guest.pinHostKeys([{ uuid, publicKey: right.value.publicKey }]);
    expect(await guest.check(target)).toMatchObject({ ok: true });
  });

  it('powers off on the button and keeps its files, cleanly', async () => {
    inGuest('sh', '-c', 'echo kept > kept');
    await vm?.qmp('system_powerdown');
    await vm?.ended();
    expect(vm?.process.exitCode).toBe(0);
    start();
    await ready();
    expect(inGuest('cat', 'kept')).toBe('kept');
    expect(inGuest('sudo', 'dmesg')).not.toContain('recovery complete');
    expect(readFileSync(join(folder, 'serial.log'), 'utf8')).toContain('node-1');
  });

  it.skipIf(!uefi)('boots under UEFI too', async () => {
    await vm?.qmp('system_powerdown');
    await vm?.ended();
    copyFileSync('/usr/share/OVMF/OVMF_VARS_4M.fd', join(folder, 'vars'));
    start({ code: uefiCode, vars: join(folder, 'vars') });
    await ready();
    expect(inGuest('test', '-d', '/sys/firmware/efi')).toBe('');
    expect(inGuest('cat', 'kept')).toBe('kept');
  });
});
