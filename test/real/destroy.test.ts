import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { oneNode } from './lab/two-nodes.ts';

const manifest = oneNode.replace(
  'nodename: meta',
  'nodename: meta, vm_disks: [{ path: /data, size: 64MiB, persistent: true }, { path: /scratch, size: 64MiB }]',
);

interface Answer {
  readonly reason: string;
  readonly message: string;
}

withRealQemu(() => {
  let lab: Lab;
  let node: string;
  const answerOf = (text: string): Answer => JSON.parse(text) as Answer;
  const disks = () => readdirSync(join(lab.home, 'disks'));

  beforeAll(async () => {
    lab = openLab({ manifest });
    const up = await lab.run(['up']);
    expect(up.exit, up.stderr).toBe(0);
    node = join(lab.home, 'nodes', readdirSync(join(lab.home, 'nodes'))[0] ?? '');
  });

  afterAll(async () => {
    await lab.close();
  });

  test('without a terminal and without --yes nothing is destroyed', async () => {
    const before = lab.document().version;
    for (const words of [['destroy'], ['destroy', 'meta'], ['purge']] as const) {
      const [command, ...names] = words;
      const ended = await lab.run([...words, '--json']);
      expect(ended.exit).toBe(2);
      const next = [['paddock', command, '--yes', ...names].join(' ')];
      expect(answerOf(ended.stdout)).toMatchObject({ reason: 'confirmation_required', next });
    }
    expect(lab.document().version).toBe(before);
    expect(lab.vms()).toHaveLength(1);
    expect(disks()).toHaveLength(2);
  });

  test('of a VM that cannot be asked nothing is deleted: the evidence is named, and stop --force ends it', async () => {
    const [vm] = lab.vms();
    const files = () =>
      readdirSync(lab.home, { recursive: true, encoding: 'utf8' }).filter((name) => /qcow2|seed/u.test(name));
    const before = files();
    process.kill(vm?.pid ?? 0, 'SIGSTOP');
    const refused = await lab.run(['destroy', 'meta', '--yes', '--json']);
    expect(refused.exit).toBe(7);
    expect(answerOf(refused.stdout)).toMatchObject({
      reason: 'stop_unconfirmed',
      message: expect.stringContaining(`process ${String(vm?.pid)} with its UUID is there`) as string,
      next: ['paddock stop --force meta', 'paddock destroy meta'],
    });
    expect(files()).toEqual(before);
    expect(lab.vms()).toHaveLength(1);
    const forced = await lab.run(['stop', '--force', 'meta']);
    expect(forced.exit, forced.stderr).toBe(0);
    expect(lab.vms()).toEqual([]);
    expect(files()).toEqual(before);
    const reached = await lab.run(['exec', 'meta', '--json', '--', 'true']);
    expect(answerOf(reached.stdout)).toMatchObject({ reason: 'vm_not_running', next: ['paddock destroy meta'] });
  });

  test('a file of somebody else in the folder of a node stops the removal, is named, and survives', async () => {
    const notes = join(node, 'notes.txt');
    writeFileSync(notes, 'mine');
    const ended = await lab.run(['destroy', '--yes', '--json']);
    expect(ended.exit).toBe(7);
    expect(answerOf(ended.stdout).message).toContain('(notes.txt)');
    expect(readFileSync(notes, 'utf8')).toBe('mine');
    expect(lab.vms()).toEqual([]);
    rmSync(notes);
  });

  test('a symlink where a file of ours was is not followed, is named, and survives with its target', async () => {
    const target = join(lab.folder, 'precious');
    mkdirSync(target);
    writeFileSync(join(target, 'file'), 'precious');
    const link = join(node, 'link');
    symlinkSync(target, link);
    const ended = await lab.run(['destroy', '--yes', '--json']);
    expect(ended.exit).toBe(7);
    expect(answerOf(ended.stdout).message).toContain('(link)');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(target, 'file'), 'utf8')).toBe('precious');
    rmSync(link);
  });

  test('once it is out of the way the same command finishes, keeps the persistent disk and says so', async () => {
    const ended = await lab.run(['destroy', '--yes']);
    expect(ended.exit, ended.stderr).toBe(0);
    expect(existsSync(node)).toBe(false);
    const [kept, ...others] = disks();
    expect(others).toEqual([]);
    expect(ended.stdout + ended.stderr).toContain('/data');
    const status = await lab.run(['status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ retained: [{ path: '/data' }] });
    expect(lab.document().retained.map((disk) => `${disk.diskUuid}.qcow2`)).toEqual([kept]);
  });

  test('destroying it once more changes nothing', async () => {
    const before = lab.document().version;
    const ended = await lab.run(['destroy', '--yes', '--json']);
    expect([0, 2, 4]).toContain(ended.exit);
    expect(lab.document().nodes['meta']?.life).toBe('destroyed');
    expect(disks()).toHaveLength(1);
    expect(lab.document().version).toBeLessThanOrEqual(before + 4);
  });

  test('purge leaves nothing of the home and no socket, and the image cache as it was', async () => {
    const images = readdirSync(join(lab.cache, 'images'));
    const ended = await lab.run(['purge', '--yes']);
    expect(ended.exit, ended.stderr).toBe(0);
    expect(existsSync(lab.home) ? readdirSync(lab.home) : []).toEqual([]);
    const sockets = join(lab.folder, 'run', 'paddock');
    expect(existsSync(sockets) ? readdirSync(sockets, { recursive: true }) : []).toEqual([]);
    expect(readdirSync(join(lab.cache, 'images'))).toEqual(images);
  });
});
