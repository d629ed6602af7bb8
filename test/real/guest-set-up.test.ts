import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import type { OperationReport } from '../../src/core/report/operation-report.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { tellVms } from './lab/tell-vms.ts';

const present = process.platform === 'linux' && spawnSync('qemu-system-x86_64', ['--version']).status === 0;
if (!present) process.stdout.write('skipped: the inside of guests, for want of qemu-system-x86_64 on Linux\n');

function manifest({ admin = '10.10.10.10', alias = 'db' }: { admin?: string; alias?: string } = {}): string {
  return `all:
  vars: { admin_ip: ${admin}, vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB }
  hosts:
    10.10.10.10: { nodename: meta, vm_alias: [hq.lab], vm_disks: [] }
    10.10.10.11:
      nodename: node-1
      vm_alias: [${alias}]
      vm_disks: [{ path: /data, size: 1GiB }, { path: /srv/raw, size: 1GiB, fs: xfs }]
`;
}

let lab: Lab;

/** What a command prints in a guest, and its status. */
async function inGuest(
  node: string,
  script: string,
): Promise<{ readonly exit: number | null; readonly stdout: string }> {
  const { exit, stdout } = await lab.run(['exec', node, '--', 'sh', '-c', script]);
  return { exit, stdout: stdout.trim() };
}

async function up(text: string): Promise<OperationReport> {
  writeFileSync(lab.manifest, text);
  const { exit, stdout, stderr } = await lab.run(['up', '--json']);
  expect(exit, stderr).toBe(0);
  return JSON.parse(stdout) as OperationReport;
}

/** Plain ssh to each of these names, which may neither ask nor warn. */
const reach = (...names: readonly string[]): string =>
  `for name in ${names.join(' ')}; do ssh -n -o BatchMode=yes "$name" hostname 2>&1 || exit 1; done`;

const warningsOf = (report: OperationReport) => report.nodes.map(({ warnings }) => warnings);
const noXfs = 'disks: /srv/raw: its disk is empty, but the guest has no mkfs.xfs';
const notEmpty = 'disks: /srv/raw: its disk has no signature but was written to, and is left alone';

describe.skipIf(!present)('the inside of two guests', () => {
  beforeAll(async () => {
    lab = openLab({ manifest: manifest() });
    expect(warningsOf(await up(manifest()))).toEqual([[], [noXfs]]);
  });
  afterAll(() => lab.close());

  it('has names, and the control node reaches its peer by each of them', async () => {
    expect(await inGuest('meta', reach('node-1', 'db', '10.10.10.11'))).toEqual({
      exit: 0,
      stdout: 'node-1\nnode-1\nnode-1',
    });
    expect((await inGuest('node-1', 'ssh -n -o BatchMode=yes meta true')).exit).toBe(255);
    expect((await inGuest('node-1', 'hostname; cat /etc/hosts')).stdout).toMatch(
      /^node-1\n[^]*10\.10\.10\.10 meta hq\.lab\n/u,
    );
  });

  it('has the empty disk formatted and mounted by its serial', async () => {
    const { stdout } = await inGuest(
      'node-1',
      'grep " /data " /proc/mounts; grep /data /etc/fstab; sudo touch /data/kept',
    );
    expect(stdout).toMatch(
      /^\/dev\/vd. \/data ext4 .*\n\/dev\/disk\/by-id\/virtio-data \/data paddock discard,nofail 0 0$/u,
    );
  });

  it('mounts its disk by itself when it boots again', async () => {
    const boot = async () => (await inGuest('node-1', 'cat /proc/sys/kernel/random/boot_id')).stdout;
    const before = await boot();
    await inGuest('node-1', 'sudo reboot');
    const booted = async () => !['', before].includes(await boot());
    await expect.poll(booted, { timeout: 120_000, interval: 500 }).toBe(true);
    expect((await inGuest('node-1', 'grep " /data " /proc/mounts; ls /data')).stdout).toMatch(
      /^\/dev\/vd. \/data ext4 rw,.*discard[^]*\nkept\n/u,
    );
  });

  it('leaves a disk alone that somebody wrote to, and says so again', async () => {
    const write =
      'echo secret | sudo dd of=/dev/disk/by-id/virtio-srv-raw bs=1M seek=300 conv=notrunc,fsync 2>/dev/null';
    expect((await inGuest('node-1', write)).exit).toBe(0);
    expect(warningsOf(await up(manifest()))).toEqual([[], [notEmpty]]);
    const read = 'sudo dd if=/dev/disk/by-id/virtio-srv-raw bs=1M skip=300 count=1 2>/dev/null | head -c 6';
    expect((await inGuest('node-1', read)).stdout).toBe('secret');
  });

  it('is told of a new alias, and of nothing else', async () => {
    const before = lab.vms().map(({ pid }) => pid);
    await up(manifest({ alias: 'pg' }));
    expect((await inGuest('meta', 'ssh -n -o BatchMode=yes pg hostname; grep -c db /etc/hosts')).stdout).toBe(
      'node-1\n0',
    );
    expect(lab.vms().map(({ pid }) => pid)).toEqual(before);
  });

  it('has its clock put right, and says that it was', async () => {
    await inGuest('meta', 'sudo date -s @1700000000');
    const [meta] = (await up(manifest({ alias: 'pg' }))).nodes;
    expect(meta?.repairs).toEqual([expect.stringMatching(/^time: the clock was moved by \d+ s$/u)]);
    expect(Math.abs(Number((await inGuest('meta', 'date +%s')).stdout) - Date.now() / 1000)).toBeLessThan(10);
  });

  it('has its clock put right after it was paused, by the next up or status --check', async () => {
    // The way of `up` is that of the test before, so an ordinary run goes the other one alone, and not for as long.
    const isFull = process.env['PADDOCK_TEST_FULL'] === '1';
    const pausedMs = isFull ? 60_000 : 6_000;
    // At least so much as it is: the guest reads its clock before the host does.
    const behind = async () => {
      const { stdout } = await inGuest('meta', 'date +%s');
      return Date.now() / 1000 - Number(stdout);
    };
    for (const words of isFull ? [['status', '--check'], ['up']] : [['status', '--check']]) {
      await tellVms(lab, 'stop');
      await sleep(pausedMs);
      await tellVms(lab, 'cont');
      expect(await behind()).toBeGreaterThan(pausedMs / 1000 - 2);
      const ended = await lab.run(words);
      expect(ended.exit, ended.stderr).toBe(0);
      expect(Math.abs(await behind())).toBeLessThan(10);
      process.stdout.write(
        `a clock ${String(pausedMs / 1000)} s behind, right after ${words.join(' ')} of ${(ended.elapsedMs / 1000).toFixed(1)} s\n`,
      );
      if (words[0] === 'status')
        expect(ended.stdout).toMatch(/meta: its guest answers, its clock was \d+ s behind and was put right/u);
    }
  });

  it('gives the control role to another node, and the key of the first opens nothing any more', async () => {
    await inGuest('meta', 'cp ~/.ssh/paddock_control ~/old');
    const old = 'ssh -n -F none -o BatchMode=yes -o StrictHostKeyChecking=no -i ~/old node-1 hostname';
    expect((await inGuest('meta', old)).stdout).toBe('node-1');
    await up(manifest({ admin: '10.10.10.11', alias: 'pg' }));
    expect(lab.document().deployment?.control).toBe('node-1');
    expect((await inGuest('meta', old)).exit).toBe(255);
    expect((await inGuest('meta', 'ls ~/.ssh | grep paddock')).stdout).toBe('');
    expect(await inGuest('node-1', reach('meta', 'hq.lab', '10.10.10.10'))).toEqual({
      exit: 0,
      stdout: 'meta\nmeta\nmeta',
    });
  });

  it('is whole again after a stop and a start', async () => {
    expect((await lab.run(['stop'])).exit).toBe(0);
    expect((await lab.run(['start'])).exit).toBe(0);
    expect((await inGuest('node-1', 'ls /data | grep kept; ssh -n -o BatchMode=yes meta hostname')).stdout).toBe(
      'kept\nmeta',
    );
  });
});
