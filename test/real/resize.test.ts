import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoggedQemuImg, logQemuImg } from './lab/log-qemu-img.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { until } from './lab/until.ts';

const gib = 2 ** 30;
const mib = 2 ** 20;

interface Wanted {
  readonly cpus: number;
  readonly memory: string;
  readonly root: string;
  readonly data: string;
  readonly small?: string;
}

function manifest({ cpus, memory, root, data, small = '128MiB' }: Wanted): string {
  return `all:
  vars: { admin_ip: 10.10.10.10, vm_image: local-mini }
  hosts:
    10.10.10.10:
      { nodename: meta, vm_cpu: ${String(cpus)}, vm_mem: ${memory}, vm_disk: ${root}, vm_disks: [{ path: /data, size: ${data}, fs: ext4, persistent: true }] }
    10.10.10.11: { nodename: small, vm_cpu: 1, vm_mem: ${small}, vm_disk: 1GiB, vm_disks: [] }
`;
}

const first: Wanted = { cpus: 1, memory: '512MiB', root: '4GiB', data: '1GiB' };
const grown: Wanted = { cpus: 3, memory: '1GiB', root: '8GiB', data: '2GiB' };

let lab: Lab;
let qemuImg: LoggedQemuImg;

beforeAll(async () => {
  lab = openLab({ manifest: manifest(first) });
  qemuImg = logQemuImg(lab);
  await done(['up']);
  // Sentinels on both disks; the data disk is made here where the guest has not done it.
  await inGuest(
    'echo root >/var/sentinel; grep -q " /data " /proc/mounts || { mkfs.ext4 -q /dev/vdc; mkdir -p /data; mount /dev/vdc /data; }',
  );
  await inGuest('echo data >/data/sentinel; sync');
}, 280_000);

afterAll(() => lab.close());

async function done(words: readonly string[]): Promise<string> {
  const ended = await lab.run(words, qemuImg);
  expect(ended.exit, `${words.join(' ')}: ${ended.stderr}${ended.stdout}`).toBe(0);
  return ended.stdout;
}

async function inGuest(script: string, node = 'meta'): Promise<string> {
  return (await done(['exec', node, '--', 'sudo', 'sh', '-c', script])).trim();
}

function want(wanted: Wanted): void {
  writeFileSync(lab.manifest, manifest(wanted));
}

/** What the plan says would happen to the node. */
async function planned(node = 'meta'): Promise<{ readonly outcome: string; readonly restarts: boolean }> {
  const plan = JSON.parse(await done(['plan', '--json'])) as {
    readonly nodes: readonly {
      readonly name: string;
      readonly outcome: string;
      readonly effects: { readonly restarts: boolean };
    }[];
  };
  const found = plan.nodes.find((each) => each.name === node);
  return { outcome: found?.outcome ?? 'none', restarts: found?.effects.restarts ?? false };
}

interface Seen {
  readonly process: string;
  readonly bootId: string;
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly rootBytes: number;
  readonly dataBytes: number;
}

async function seen(node = 'meta'): Promise<Seen> {
  const facts = await inGuest(
    `cat /proc/sys/kernel/random/boot_id; nproc; sed -n 's/^MemTotal: *\\([0-9]*\\).*/\\1/p' /proc/meminfo
df -k / /data 2>/dev/null | awk 'NR > 1 { print $2 }'`,
    node,
  );
  const [bootId = '', cpus, kib, root, data] = facts.split('\n');
  const vm = lab.vms().find((each) => each.name === node);
  return {
    process: `${String(vm?.pid)} ${String(vm?.startTime)} ${String(vm?.uuid)}`,
    bootId,
    cpus: Number(cpus),
    memoryBytes: Number(kib) * 1024,
    rootBytes: Number(root) * 1024,
    dataBytes: Number(data) * 1024,
  };
}

function disks(): readonly { readonly inode: number }[] {
  const parts = lab.document().nodes['meta']?.parts ?? [];
  const files = parts.filter(({ kind }) => kind === 'root_disk' || kind === 'data_disk');
  return files.map(({ file }) => ({ inode: statSync(join(lab.home, file ?? '')).ino }));
}

const sentinels = (): Promise<string> => inGuest('cat /var/sentinel /data/sentinel');

test('CPUs, memory and disks grow under a running guest, which goes on', async () => {
  const before = await seen();
  const inodes = disks();
  want(grown);
  expect(await planned()).toEqual({ outcome: 'resize', restarts: false });
  await done(['resize', 'meta']);
  const after = await seen();
  expect([after.process, after.bootId, after.cpus]).toEqual([before.process, before.bootId, 3]);
  expect(Math.abs(after.memoryBytes - before.memoryBytes - 512 * mib)).toBeLessThan(16 * mib);
  expect(after.rootBytes).toBeGreaterThan(7.5 * gib);
  expect(after.dataBytes).toBeGreaterThan(1.9 * gib);
  expect(disks()).toEqual(inodes);
  expect(await sentinels()).toBe('root\ndata');
  expect(qemuImg.verbs()).not.toContain('resize');
  expect(await planned()).toEqual({ outcome: 'unchanged', restarts: false });
  expect(await done(['resize', '--all'])).toContain('nothing to do');
});

test('a guest that does not take its CPU: asked and seen are shown, and the next run adds none twice', async () => {
  await inGuest('mount -o remount,ro /sys');
  want({ ...grown, cpus: 4 });
  const failed = await lab.run(['resize', 'meta', '--json'], qemuImg);
  expect(failed.exit, failed.stderr).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({
    reason: 'resize_unfinished',
    left: 'known',
    next: ['paddock resize meta', 'paddock resize --restart meta'],
  });
  const text = await done(['status']);
  expect(text).toContain('meta: resize is partly applied: vm_cpu 4 asked, 3 seen');
  expect(text).toContain('next: paddock resize meta');
  expect(await planned()).toMatchObject({ outcome: 'resize' });
  await inGuest('mount -o remount,rw /sys');
  await done(['resize', 'meta']);
  expect((await seen()).cpus).toBe(4);
  expect(await done(['status'])).not.toContain('partly applied');
});

test('memory goes back down under the running guest, CPUs by a restart of the same VM, as the plan says', async () => {
  const before = await seen();
  const inodes = disks();
  want({ ...grown, cpus: 4, memory: '512MiB' });
  expect(await planned()).toEqual({ outcome: 'resize', restarts: false });
  await done(['resize', 'meta']);
  const less = await seen();
  expect([less.process, less.bootId]).toEqual([before.process, before.bootId]);
  expect(Math.abs(before.memoryBytes - less.memoryBytes - 512 * mib)).toBeLessThan(16 * mib);
  want({ ...grown, cpus: 1, memory: '512MiB' });
  expect(await planned()).toEqual({ outcome: 'resize', restarts: true });
  await done(['resize', 'meta']);
  const fewer = await seen();
  expect(fewer.cpus).toBe(1);
  expect(fewer.bootId).not.toBe(before.bootId);
  expect(fewer.process.split(' ')[2]).toBe(before.process.split(' ')[2]);
  expect(disks()).toEqual(inodes);
});

test('a guest of 128 MiB gets more by a restart', async () => {
  const before = await seen('small');
  want({ ...grown, cpus: 1, memory: '512MiB', small: '256MiB' });
  expect(await planned('small')).toEqual({ outcome: 'resize', restarts: true });
  await done(['resize', 'small']);
  const after = await seen('small');
  expect(after.memoryBytes - before.memoryBytes).toBeGreaterThan(120 * mib);
  await done(['stop', 'small']);
});

test.each(['before', 'after'] as const)(
  'killed %s qemu-img has grown the disk of a stopped node, the next run goes by its real size',
  async (when) => {
    const root = when === 'before' ? 9 : 10;
    if (when === 'before') await done(['stop', 'meta']);
    const inodes = disks();
    want({ ...grown, cpus: 1, memory: '512MiB', small: '256MiB', root: `${String(root)}GiB` });
    qemuImg.stopAt(when);
    const killed = lab.start(['resize', 'meta'], qemuImg);
    await until('qemu-img', () => existsSync(qemuImg.stopped));
    killed.child.kill('SIGKILL');
    await killed.finished;
    endProgram(qemuImg.stopped);
    qemuImg.stopAt(null);
    await done(['resize', 'meta']);
    expect(disks()).toEqual(inodes);
    expect(lab.document().nodes['meta']?.spec.rootDiskBytes).toBe(root * gib);
  },
);

test.each([1, 2, 3, 4, 5])(
  'killed together with a qemu-img that has written %i of its five times, the next run completes the growth',
  async (written) => {
    const root = 10 + written;
    const killed = await growSlowly(root, written);
    killed.command.child.kill('SIGKILL');
    process.kill(killed.qemuImg, 'SIGKILL');
    await killed.command.finished;
    await done(['resize', 'meta']);
    expect(lab.document().nodes['meta']?.spec.rootDiskBytes).toBe(root * gib);
    expectSound();
  },
);

test('killed while qemu-img goes on, the next run keeps off the image until that has ended', async () => {
  const { command, qemuImg: pid } = await growSlowly(16, 1);
  command.child.kill('SIGKILL');
  await command.finished;
  process.kill(pid, 'SIGSTOP');
  const early = await lab.run(['resize', 'meta', '--json'], qemuImg);
  expect(early.exit, early.stderr).toBe(7);
  expect(JSON.parse(early.stdout)).toHaveProperty('message', expect.stringMatching(/qemu-img \(pid \d+\) is at work/));
  process.kill(pid, 'SIGCONT');
  await until('the end of qemu-img', () => qemuImg.writes().pid === null);
  await done(['resize', 'meta']);
  expect(lab.document().nodes['meta']?.spec.rootDiskBytes).toBe(16 * gib);
  expectSound();
});

test('a qemu-img that dies in the middle of its work is told of, and the next run completes the growth', async () => {
  const { command, qemuImg: pid } = await growSlowly(17, 2);
  process.kill(pid, 'SIGKILL');
  const ended = await command.finished;
  expect([ended.exit, ended.stderr], ended.stderr).toEqual([1, expect.stringContaining('next: paddock resize meta')]);
  await done(['resize', 'meta']);
  expect(lab.document().nodes['meta']?.spec.rootDiskBytes).toBe(17 * gib);
  expectSound();
});

test('what grew while it was stopped is taken into use by the next start', async () => {
  await done(['start', 'meta']);
  expect((await seen()).rootBytes).toBeGreaterThan(9.5 * gib);
  expect(await inGuest('cat /var/sentinel')).toBe('root');
});

test('a disk that is to be smaller is a new disk to the plan, and refused by resize', async () => {
  const before = await seen();
  want({ ...grown, cpus: 1, memory: '512MiB', small: '256MiB', root: '6GiB' });
  expect(await planned()).toMatchObject({ outcome: 'recreate' });
  const refused = await lab.run(['resize', 'meta', '--json'], qemuImg);
  expect(refused.exit).toBe(4);
  expect(JSON.parse(refused.stdout)).toMatchObject({ reason: 'recreate_required', next: ['paddock recreate meta'] });
  expect(await seen()).toEqual(before);
});

/** A `resize` whose qemu-img has begun so many writes and is in the middle of the last of them. */
async function growSlowly(root: number, written: number) {
  want({ ...grown, cpus: 1, memory: '512MiB', small: '256MiB', root: `${String(root)}GiB` });
  qemuImg.slowDown();
  const command = lab.start(['resize', 'meta'], qemuImg);
  await until('the write', () => qemuImg.writes().begun >= written);
  const { begun, pid } = qemuImg.writes();
  if (pid === null) throw new Error('qemu-img has ended already');
  expect(begun).toBe(written);
  qemuImg.stopAt(null);
  return { command, qemuImg: pid };
}

/** Clusters that nothing uses may be left over; nothing else. */
function expectSound(): void {
  const file = lab.document().nodes['meta']?.parts.find(({ kind }) => kind === 'root_disk')?.file ?? '';
  const { status, stdout, stderr } = spawnSync('qemu-img', ['check', '-q', join(lab.home, file)], { encoding: 'utf8' });
  expect([0, 3], stdout + stderr).toContain(status);
}

function endProgram(file: string): void {
  const pid = Number(readFileSync(file, 'utf8'));
  rmSync(file);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with the command that had started it.
  }
}
