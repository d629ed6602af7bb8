import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { lacksRoot } from './lab/lacks-root.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { mountSmallDisk, type SmallDisk } from './lab/small-disk.ts';
import { oneNode } from './lab/two-nodes.ts';

const withDisk = (size: string): string =>
  oneNode.replace('vm_disks: []', `vm_disks: [{ path: /data, size: ${size} }]`);

withRealQemu(() => {
  if (lacksRoot('mount a small file system')) return;
  let lab: Lab;
  let disk: SmallDisk;

  const answer = async (line: string) => {
    const { exit, stdout, stderr } = await lab.run([...line.split(' '), '--json']);
    return { exit, stderr, json: JSON.parse(stdout) as Record<string, unknown> };
  };

  beforeAll(async () => {
    lab = openLab({ manifest: withDisk('512MiB') });
    disk = mountSmallDisk(join(lab.home, 'disks'), '100M');
    expect((await answer('up')).exit).toBe(0);
  });

  afterAll(async () => {
    await lab.close(() => {
      disk.unmount();
    });
  });

  /** Grows the disk without room for what its file system writes; how the command ended, and after how many seconds. */
  async function stallAt(size: string) {
    writeFileSync(lab.manifest, withDisk(size));
    disk.leave(256 * 1024);
    const begun = performance.now();
    const resized = await answer('resize meta');
    const [seen] = (await answer('status')).json['nodes'] as readonly Record<string, unknown>[];
    expect(seen).toMatchObject({ observed: 'paused', reason: expect.stringContaining('is full') as string });
    return { ...resized, seconds: (performance.now() - begun) / 1000 };
  }

  async function expectGrown(gibibytes: number): Promise<void> {
    const shown = await lab.run(['exec', 'meta', '--', 'df', '-k', '/data']);
    expect(Number(shown.stdout.split('\n')[1]?.split(/\s+/u)[1])).toBeGreaterThan(0.9 * gibibytes * 2 ** 20);
    const [seen] = (await answer('status')).json['nodes'] as readonly Record<string, unknown>[];
    expect(seen).toMatchObject({ observed: 'running', resize: null });
  }

  test('a VM that stalls on a full file system ends the work in its guest early, and what is advised goes on', async () => {
    const { exit, json, seconds } = await stallAt('16GiB');
    expect(exit).toBe(6);
    expect(json).toMatchObject({
      ...{ reason: 'vm_disk_stalled', left: 'known', next: ['paddock start meta', 'paddock resize meta'] },
      failures: [{ node: 'meta', stage: 'grow_guest_disks' }],
    });
    // The script in the guest alone is waited for much longer.
    expect(seconds).toBeLessThan(60);
    expect(await answer('start meta')).toMatchObject({ exit: 6, json: { reason: 'vm_disk_stalled' } });
    disk.remount('size=400M');
    for (const line of ['start meta', 'resize meta']) expect(await answer(line), line).toMatchObject({ exit: 0 });
    await expectGrown(16);
  });

  test.runIf(process.env['PADDOCK_TEST_FULL'] === '1')('the resize that status names does it alone', async () => {
    const { json } = await stallAt('32GiB');
    expect(json).toMatchObject({ reason: 'vm_disk_stalled' });
    disk.remount('size=800M');
    expect(await answer('resize meta')).toMatchObject({ exit: 0 });
    await expectGrown(32);
  });
});
