import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryReport } from '../../src/core/report/history-report.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { lacksRoot } from './lab/lacks-root.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { bindOver, mountSmallDisk, type SmallDisk } from './lab/small-disk.ts';
import { oneNode, twoNodes } from './lab/two-nodes.ts';

const withDisk = oneNode.replace('{ nodename: meta }', '{ nodename: meta, vm_disks: [{ path: /data, size: 1GiB }] }');

withRealQemu(() => {
  if (lacksRoot('mount a small file system')) return;
  let lab: Lab;
  let disk: SmallDisk;

  const answer = async (...words: string[]) => {
    const { exit, stdout, stderr } = await lab.run([...words, '--json']);
    return { exit, stderr, json: JSON.parse(stdout) as Record<string, unknown> };
  };
  const done = async (...words: string[]): Promise<void> => {
    const { exit, stderr, json } = await answer(...words);
    expect(exit, `${stderr}${JSON.stringify(json)}`).toBe(0);
  };
  const here = () => ({ documents: lab.documents(), vms: lab.vms(), nodes: readdirSync(join(lab.home, 'nodes')) });

  describe('the file system of the state', () => {
    beforeAll(async () => {
      lab = openLab({ manifest: oneNode });
      disk = mountSmallDisk(join(lab.home, 'state'), '1M');
      await done('up');
      writeFileSync(lab.manifest, twoNodes);
      disk.fill();
    });

    afterAll(async () => {
      await lab.close(disk.unmount);
    });

    test('full: up starts nothing, keeps every document and names it', async () => {
      const before = here();
      const names = readdirSync(disk.folder);
      const up = await answer('up');
      expect(up.exit).toBe(6);
      expect(up.json).toMatchObject({ error: 'resource', reason: 'disk_full', left: 'nothing' });
      expect(up.stderr).toContain(`no space left on the file system at ${disk.folder}`);
      expect(here()).toEqual(before);
      expect(readdirSync(disk.folder)).toEqual(names);
      expect(await answer('status')).toMatchObject({ exit: 0, json: { nodes: [{ observed: 'running' }] } });
    });

    test('freed: the same command works', async () => {
      disk.free();
      await done('up');
      expect(lab.vms().map(({ name }) => name)).toEqual(['meta', 'node-1']);
    });

    test('full again: stop and destroy work, and give up old versions of the record alone', async () => {
      const before = lab.documents();
      disk.fill();
      await done('stop', 'node-1');
      expect(lab.vms().map(({ name }) => name)).toEqual(['meta']);
      await done('destroy', '--yes');
      expect(lab.vms()).toEqual([]);
      expect([readdirSync(join(lab.home, 'nodes')), readdirSync(join(lab.home, 'disks'))]).toEqual([[], []]);
      const { operation, fence, version } = lab.document();
      expect([operation, fence.owner]).toEqual([null, null]);
      expect(lab.documents().map((each) => each.version)).toContain(version - 1);
      expect(lab.documents().length).toBeLessThan(before.length);
      expect((await answer('status')).exit).toBe(0);
      const { operations } = (await answer('history')).json as unknown as HistoryReport;
      expect(operations.slice(0, 2).map(({ command, status }) => [command, status])).toEqual([
        ['destroy', 'complete'],
        ['stop', 'complete'],
      ]);
    });
  });

  describe('the file system of the home', () => {
    let disks: SmallDisk;

    beforeAll(() => {
      lab = openLab({ manifest: withDisk });
      disk = mountSmallDisk(lab.home, '1300M');
      disks = mountSmallDisk(join(lab.home, 'disks'), '64k');
    });

    afterAll(async () => {
      await lab.close(() => {
        disks.unmount();
        disk.unmount();
      });
    });

    test('without room for a new disk: the step says which file system, nothing is started, and later it works', async () => {
      const up = await answer('up');
      expect(up.exit).toBe(6);
      expect(up.json).toMatchObject({
        reason: 'disk_full',
        left: 'known',
        failures: [{ node: 'meta', stage: 'create_data_disk' }],
      });
      expect(up.stderr).toContain(`no space left on the file system at ${disks.folder}`);
      expect([lab.vms(), readdirSync(disks.folder)]).toEqual([[], []]);
      disks.remount('size=64M');
      await done('up');
      expect(lab.vms()).toHaveLength(1);
      await done('stop');
    });

    test('read-only: the state can be read, what would change it is refused and names it', async () => {
      disk.remount('ro');
      const before = here();
      expect(await answer('status')).toMatchObject({ exit: 0, json: { nodes: [{ observed: 'stopped' }] } });
      for (const words of [['start'], ['up'], ['destroy', '--yes']]) {
        const refused = await answer(...words);
        expect(refused.exit).toBe(6);
        expect(refused.json).toMatchObject({ reason: 'read_only', left: 'nothing' });
        expect(refused.stderr).toContain(`the file system at ${lab.home} is read-only`);
      }
      expect(here()).toEqual(before);
      disk.remount('rw');
    });

    test('with its logs on a full one: the machine starts, and its guest works', async () => {
      const [node = ''] = readdirSync(join(lab.home, 'nodes'));
      const logs = ['serial', 'qemu'].map((name) => {
        const full = mountSmallDisk(join(lab.folder, `full-${name}`), '16k');
        const unbind = bindOver(full, join(lab.home, 'nodes', node, `${name}.log`));
        full.fill();
        return { full, unbind };
      });
      try {
        await done('start');
        expect((await lab.run(['exec', 'meta', '--', 'true'])).exit).toBe(0);
        for (const { full } of logs) expect(statSync(join(full.folder, 'stand')).size).toBe(0);
        expect(await answer('status')).toMatchObject({ exit: 0, json: { nodes: [{ observed: 'running' }] } });
      } finally {
        for (const { full, unbind } of logs) {
          unbind();
          full.unmount();
        }
      }
    });

    test('full: what is there is shown, and can be stopped and destroyed', async () => {
      disk.fill();
      expect(await answer('status')).toMatchObject({ exit: 0, json: { nodes: [{ name: 'meta' }] } });
      const refused = await answer('restart');
      expect(refused.json).toMatchObject({ reason: 'disk_full', left: 'nothing' });
      expect(lab.vms()).toHaveLength(1);
      await done('stop');
      expect(lab.vms()).toEqual([]);
      await done('destroy', '--yes');
      expect(readdirSync(join(lab.home, 'nodes'))).toEqual([]);
      expect(lab.document()).toMatchObject({ operation: null, fence: { owner: null } });
    });
  });
});
