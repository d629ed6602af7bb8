import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { DiskListReport } from '../../src/core/report/disk-report.ts';
import type { OperationReport } from '../../src/core/report/operation-report.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { buildChangedMini, xfsTools } from './lab/build-changed-mini.ts';
import { damagedXfs, fillImage, guestBytes, unknownXfs } from './lab/disk-contents.ts';
import { type Lab, openLab } from './lab/open-lab.ts';

const isFull = process.env['PADDOCK_TEST_FULL'] === '1';
if (!isFull)
  process.stdout.write('skipped: damaged XFS needs a guest with xfsprogs; npm run verify -- --full has it\n');

const minute = 60_000;

const manifest = `all:
  vars: { vm_image: local-xfs, vm_cpu: 1, vm_mem: 512MiB, vm_disk: 1GiB }
  hosts:
    10.10.10.10: { nodename: meta, vm_disks: [{ path: /data, size: 320MiB }, { path: /newer, size: 320MiB }] }
`;

/** The program that makes file systems tells that it ran. */
const wrapping = `set -e
mkdir -p /usr/local/sbin
real=$(readlink -f "$(command -v mkfs.xfs)")
printf '#!/bin/sh\\necho made >>/var/log/formats\\nexec %s "$@"\\n' "$real" >/usr/local/sbin/mkfs.xfs
chmod 755 /usr/local/sbin/mkfs.xfs
`;

withRealQemu(() => {
  let lab: Lab | null = null;
  afterAll(() => lab?.close());

  test.runIf(isFull)(
    'a damaged XFS is made anew once, and its old bytes come back; one that is newer than its guest is left alone',
    async () => {
      const it = (lab = openLab({ manifest }));
      const env = await buildChangedMini(it, { name: 'xfs', changes: xfsTools });
      const json = async <T>(...words: readonly string[]): Promise<T> => {
        const ended = await it.run([...words, '--json'], { env, timeoutMs: 10 * minute });
        expect(ended.exit, ended.stderr).toBe(0);
        return JSON.parse(ended.stdout) as T;
      };
      const warningsOf = async (...words: readonly string[]) =>
        (await json<OperationReport>(...words)).nodes[0]?.warnings;
      const root = async (script: string) =>
        (await it.run(['exec', 'meta', '--', 'sudo', 'sh', '-c', script], { env })).stdout.trim();
      const list = async () => (await json<DiskListReport>('disk', 'list')).disks.find(({ path }) => path === '/data');

      expect(await warningsOf('up')).toEqual([]);
      expect(await root('grep " /data " /proc/mounts | cut -d " " -f 3')).toBe('xfs');
      await root(wrapping);
      await json('stop');
      const imageOf = (disk: string) => {
        const part = it.document().nodes['meta']?.parts.find((each) => each.disk === disk);
        return join(it.home, part?.file ?? 'none');
      };
      const [image, newer] = [imageOf('data'), imageOf('newer')];
      fillImage(image, damagedXfs);
      fillImage(newer, unknownXfs);
      const [before, untouched] = [guestBytes(image), guestBytes(newer)];

      const warnings = (await warningsOf('start')) ?? [];
      const [warning = ''] = warnings.filter((text) => text.startsWith('disks: /data: '));
      expect(warnings.filter((text) => text !== warning)).toEqual([
        expect.stringContaining('disks: /newer: its xfs file system does not mount and is left alone (xfs_repair'),
      ]);
      expect(guestBytes(newer)).toBe(untouched);
      const [snapshot = ''] = (await list())?.snapshots.map(({ name }) => name) ?? [];
      expect(snapshot).not.toBe('');
      expect(warning).toContain('its file system was damaged and was made anew');
      expect(warning).toContain(`paddock disk restore meta /data ${snapshot}`);
      expect([await root('cat /var/log/formats'), guestBytes(image, snapshot)]).toEqual(['made', before]);

      await root('echo new >/data/new');
      await json('stop');
      await json('disk', 'restore', 'meta', '/data', snapshot, '--yes');
      expect(guestBytes(image)).toBe(before);
      expect((await list())?.snapshots).toHaveLength(2);
      expect(((await warningsOf('start')) ?? []).join()).toContain(
        'it was not made anew: it was brought back by disk restore',
      );
      expect(await root('cat /var/log/formats')).toBe('made');
    },
    60 * minute,
  );
});
