import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskSerial } from '../../src/core/qemu/disk-serial.ts';
import type { NodeStatus, StatusReport } from '../../src/core/report/status-report.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { startStranger, type Stranger } from './lab/start-stranger.ts';
import { until } from './lab/until.ts';
import { writeDocument } from './lab/write-document.ts';

const manifest = `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta, vm_disks: [{ path: /data, size: 64MiB, persistent: true }] }
    10.10.10.11: { nodename: node-1 }
`;
const serial = diskSerial('data', (text) => createHash('sha256').update(text).digest('hex'));
/** Finds the data disk by its serial number and hands it to what follows. */
const onDisk = (what: string): string =>
  `for each in /sys/block/vd*; do [ "$(cat $each/serial 2>/dev/null)" = ${serial} ] && disk=/dev/\${each##*/}; done; ${what}`;

withRealQemu(() => {
  if (process.env['PADDOCK_TEST_FULL'] !== '1') {
    test.skip('takes longer than an ordinary run has: in a full run only', () => undefined);
    return;
  }
  if (process.getuid?.() !== 0) {
    test.skip('only root can mount over a boot id and make a small file system', () => undefined);
    return;
  }
  let lab: Lab;
  let disks: string;
  let strangers: readonly Stranger[] = [];

  const inGuest = (node: string, what: string) => ['exec', node, '--', 'sudo', 'sh', '-c', what];
  const statusOf = async (node: string, under: readonly string[] = []): Promise<NodeStatus | undefined> => {
    const ended = await lab.run(['status', '--json'], { under });
    expect(ended.exit, ended.stderr).toBe(0);
    return (JSON.parse(ended.stdout) as StatusReport).nodes.find(({ name }) => name === node);
  };
  const up = async (under: readonly string[] = []): Promise<void> => {
    const ended = await lab.run(['up', '--json'], { under });
    expect(ended.exit, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ status: 'complete' });
  };
  const pidOf = (node: string): number => lab.vms().find(({ name }) => name === node)?.pid ?? 0;
  const kill = async (node: string): Promise<void> => {
    const pid = pidOf(node);
    process.kill(pid, 'SIGKILL');
    await until('its QEMU to end', () => pidOf(node) !== pid);
  };

  /** The numbers that the record has of the QEMUs are those of other processes now. */
  function reusePids(pids: readonly number[]): void {
    writeDocument(lab, (document) => {
      const nodes = Object.entries(document.nodes).map(([name, record], index) => {
        const process = record.process === null ? null : { ...record.process, pid: pids[index] ?? 0 };
        return [name, { ...record, process }] as const;
      });
      return { ...document, nodes: Object.fromEntries(nodes) };
    });
  }

  beforeAll(async () => {
    lab = openLab({ manifest });
    disks = join(lab.home, 'disks');
    mkdirSync(lab.home, { mode: 0o700 });
    mkdirSync(disks, { mode: 0o700 });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12M,mode=0700', 'tmpfs', disks]);
    await up();
  });

  afterAll(async () => {
    for (const each of strangers) each.end();
    await lab.close(() => {
      execFileSync('umount', [disks]);
    });
  });

  test('a guest that powers off is stopped by its guest and not broken, and up starts it again', async () => {
    const before = lab.vms().find(({ name }) => name === 'node-1');
    await lab.run(inGuest('node-1', 'poweroff'));
    await until('the guest to power off', () => pidOf('node-1') === 0);
    const seen = await statusOf('node-1');
    expect(seen).toMatchObject({ recorded: 'running', observed: 'stopped', ended: 'by_guest' });
    expect(seen?.reason).toContain('stopped by its guest');
    await up();
    expect(lab.vms().find(({ name }) => name === 'node-1')).toMatchObject({ uuid: before?.uuid });
  });

  test('a QEMU that was killed is said to be so, and up starts it again', async () => {
    await kill('node-1');
    const seen = await statusOf('node-1');
    expect(seen).toMatchObject({ observed: 'stopped', ended: 'killed' });
    expect(seen?.reason).toContain('its QEMU process was killed or crashed');
    await up();
    expect(await statusOf('node-1')).toMatchObject({ observed: 'running', ended: null, reason: null });
  });

  test('a VM that waits for space on the host is shown as that, and goes on without loss once there is some', async () => {
    const pid = pidOf('meta');
    const write = onDisk(
      'dd if=/dev/urandom of=/tmp/block bs=1M count=1 2>/dev/null; i=0; while [ $i -lt 24 ]; do cat /tmp/block; i=$((i+1)); done | dd of=$disk bs=1M conv=fsync 2>/dev/null && sha256sum < $disk',
    );
    const writing = lab.start(inGuest('meta', write), { timeoutMs: 500_000 });
    await expect
      .poll(async () => (await statusOf('meta'))?.observed, { timeout: 120_000, interval: 500 })
      .toBe('paused');
    const seen = await statusOf('meta');
    expect(seen?.reason).toMatch(/stands still since the file system of .*\/disks\/.* is full/u);
    expect(await lab.run(['exec', 'meta', '--', 'true'])).toMatchObject({ exit: 255 });
    const refused = await lab.run(['up', 'meta', '--json']);
    expect(refused.exit).toBe(6);
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: 'resource', reason: 'vm_disk_stalled' });
    execFileSync('mount', ['-o', 'remount,size=100M', disks]);
    await up();
    const written = await writing.finished;
    expect(written.exit, written.stderr).toBe(0);
    const again = await lab.run(inGuest('meta', onDisk('echo 3 > /proc/sys/vm/drop_caches; sha256sum < $disk')));
    expect(again.stdout).toBe(written.stdout);
    expect(pidOf('meta')).toBe(pid);
  });

  test('after a reboot of the host every node is stopped and up brings all back, whoever has their pids now', async () => {
    const other = join(lab.folder, 'boot_id');
    writeFileSync(other, '11111111-2222-4333-8444-555555555555\n');
    const booted = [
      'unshare',
      '-m',
      'sh',
      '-c',
      `mount --bind ${other} /proc/sys/kernel/random/boot_id && exec "$@"`,
      'sh',
    ];
    for (const node of ['meta', 'node-1']) await kill(node);
    strangers = ['meta', 'node-1'].map(() => startStranger(['sleep', '1000']));
    reusePids(strangers.map(({ pid }) => pid));
    for (const node of ['meta', 'node-1']) {
      const seen = await statusOf(node, booted);
      expect(seen).toMatchObject({ recorded: 'running', observed: 'stopped', ended: 'host_restarted' });
      expect(seen?.reason).toContain('the host was started anew since');
    }
    await up(booted);
    expect(lab.vms().map(({ name }) => name)).toEqual(['meta', 'node-1']);
    const kept = await lab.run(inGuest('meta', onDisk('sha256sum < $disk')));
    expect(kept.exit, kept.stderr).toBe(0);
    expect(strangers.map((each) => each.isAlive())).toEqual([true, true]);
  });
});
