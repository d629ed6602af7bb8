import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NodeStatus, StatusReport } from '../../src/core/report/status-report.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type FileHashes, hashesIn, hashesOn, readBack, writeDurably } from './lab/durable-files.ts';
import { lacksRoot } from './lab/lacks-root.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { mountSmallDisk, type SmallDisk } from './lab/small-disk.ts';
import { startStranger, type Stranger } from './lab/start-stranger.ts';
import { until } from './lab/until.ts';
import { writeDocument } from './lab/write-document.ts';

/** One node, and in a full run another one, so that there is more than one to bring back. */
const isFull = process.env['PADDOCK_TEST_FULL'] === '1';
const names = isFull ? ['meta', 'node-1'] : ['meta'];
const manifest = `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta, vm_disks: [{ path: /data, size: 64MiB, persistent: true }] }
    ${isFull ? '10.10.10.11: { nodename: node-1 }' : ''}
`;

withRealQemu(() => {
  if (lacksRoot('mount over a boot id and make a small file system')) return;
  let lab: Lab;
  let disks: SmallDisk;
  let durable: FileHashes = new Map();
  let strangers: readonly Stranger[] = [];

  const words = (script: string) => ['exec', 'meta', '--', 'sudo', 'sh', '-c', script];
  const inGuest = async (script: string): Promise<string> => {
    const { exit, stdout, stderr } = await lab.run(words(script));
    expect(exit, stderr).toBe(0);
    return stdout;
  };
  const dataDisk = (): string => {
    const parts = lab.document().nodes['meta']?.parts ?? [];
    return join(lab.home, parts.find(({ kind }) => kind === 'data_disk')?.file ?? 'none');
  };
  const expectDurable = async (): Promise<void> => {
    expect(hashesIn(await inGuest(readBack('/data')))).toEqual(durable);
    expect(await inGuest('cat /data/kept')).toBe('kept\n');
  };
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
    disks = mountSmallDisk(join(lab.home, 'disks'), '100M');
    await up();
  });

  afterAll(async () => {
    for (const each of strangers) each.end();
    await lab.close(disks.unmount);
  });

  test('a VM without room on the host is shown as that, and loses nothing that its guest was told is durable', async () => {
    const pid = pidOf('meta');
    await inGuest('echo kept >/data/kept; sync');
    disks.leave(1024 * 1024);
    const writing = lab.start(words(writeDurably('/data', 40)));
    await expect.poll(async () => (await statusOf('meta'))?.observed, { timeout: 60_000 }).toBe('paused');
    const seen = await statusOf('meta');
    expect(seen?.reason).toMatch(/stands still since the file system of .*\/disks\/.* is full/u);
    const told = hashesIn(writing.stdout());
    expect(told.size).toBeGreaterThan(0);
    expect(told.size).toBeLessThan(40);
    expect(hashesOn(dataDisk(), [...told.keys()])).toEqual(told);
    const refused = await lab.run(['up', 'meta', '--json']);
    expect(refused.exit).toBe(6);
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: 'resource', reason: 'vm_disk_stalled' });
    disks.remount('size=100M');
    await up();
    const written = await writing.finished;
    expect(written.exit, written.stderr).toBe(0);
    durable = hashesIn(written.stdout);
    expect([...durable].slice(0, told.size)).toEqual([...told]);
    await expectDurable();
    expect(pidOf('meta')).toBe(pid);
  });

  test('a guest that powers off is stopped by its guest and not broken, and up starts it again', async () => {
    const before = lab.vms().find(({ name }) => name === 'meta');
    await lab.run(words('poweroff'));
    await until('the guest to power off', () => pidOf('meta') === 0);
    const seen = await statusOf('meta');
    expect(seen).toMatchObject({ recorded: 'running', observed: 'stopped', ended: 'by_guest' });
    expect(seen?.reason).toContain('stopped by its guest');
    const checked = execFileSync('qemu-img', ['check', '--output=json', dataDisk()], { encoding: 'utf8' });
    expect(JSON.parse(checked)).toMatchObject({ 'check-errors': 0 });
    expect(JSON.parse(checked)).not.toHaveProperty('corruptions');
    await up();
    expect(lab.vms().find(({ name }) => name === 'meta')).toMatchObject({ uuid: before?.uuid });
    await expectDurable();
  });

  test('a QEMU that was killed is said to be so, and up starts it again', async () => {
    await kill('meta');
    const seen = await statusOf('meta');
    expect(seen).toMatchObject({ observed: 'stopped', ended: 'killed' });
    expect(seen?.reason).toContain('its QEMU process was killed or crashed');
    await up();
    expect(await statusOf('meta')).toMatchObject({ observed: 'running', ended: null, reason: null });
  });

  test('after a reboot of the host every node is stopped and up brings all back, whoever has their pids now', async () => {
    const other = join(lab.folder, 'boot_id');
    writeFileSync(other, '11111111-2222-4333-8444-555555555555\n');
    const mounting = `mount --bind ${other} /proc/sys/kernel/random/boot_id && exec "$@"`;
    const booted = ['unshare', '-m', 'sh', '-c', mounting, 'sh'];
    for (const node of names) await kill(node);
    strangers = names.map(() => startStranger(['sleep', '1000']));
    reusePids(strangers.map(({ pid }) => pid));
    for (const node of names) {
      const seen = await statusOf(node, booted);
      expect(seen).toMatchObject({ recorded: 'running', observed: 'stopped', ended: 'host_restarted' });
      expect(seen?.reason).toContain('the host was started anew since');
    }
    await up(booted);
    expect(lab.vms().map(({ name }) => name)).toEqual(names);
    await expectDurable();
    expect(strangers.map((each) => each.isAlive())).toEqual(names.map(() => true));
  });
});
