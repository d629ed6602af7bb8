import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationReport } from '../../src/core/report/operation-report.ts';
import type { DiskListReport } from '../../src/core/report/disk-report.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import {
  type Content,
  damagedExt4,
  ext4,
  fillImage,
  firstBytes,
  foreign,
  guestBytes,
  hopelessExt4,
} from './lab/disk-contents.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { qmpTalk } from './lab/qmp-talk.ts';

/** What the checker of a disk that is damaged for good does in the guest instead of its work. */
const checkers = {
  killed: 'kill -KILL $$',
  denied: 'echo "e2fsck: Permission denied while trying to open $disk"; exit 8',
  // The guest's own sh sets no such limit.
  memory: 'exec busybox sh -c "ulimit -v 2500; exec e2fsck.real \\"\\$@\\"" sh "$@"',
  wordless: 'e2fsck.real "$@" >/dev/null; exit $?',
  statusless: 'e2fsck.real "$@"; exit 1',
  // Its device goes while it works, and all that it found is right.
  vanishes: 'e2fsck.real "$@"; status=$?; echo 1 >"/sys/block/${disk#/dev/}/device/../remove"; exit $status',
  ioerror: 'exit 8',
  slow: 'exit 8',
} as const;

type Name = keyof typeof foreign | keyof typeof checkers | 'blank' | 'damaged' | 'hopeless' | 'busy';

const contents: { readonly [N in Name]: Content | null } = {
  ...foreign,
  ...{ killed: damagedExt4, denied: damagedExt4, memory: damagedExt4, wordless: damagedExt4 },
  ...{ statusless: damagedExt4, vanishes: damagedExt4, ioerror: damagedExt4, slow: damagedExt4 },
  ...{ blank: null, damaged: damagedExt4, hopeless: hopelessExt4, busy: ext4 },
};
/** One disk of each kind, and in a full run all of them; on loop devices all of them are tried by every run. */
const few: readonly Name[] = ['lvm', 'features', 'statusless', 'ioerror', 'blank', 'damaged', 'busy'];
const isFull = process.env['PADDOCK_TEST_FULL'] === '1';
/** So many disks take a guest in software emulation minutes to look at. */
const limitMs = (isFull ? 20 : 3) * 60_000;
const inEvery: readonly Name[] = ['statusless', 'ioerror', 'slow', 'blank', 'damaged', 'hopeless', 'busy'];
/** No machine has room for all of them at once. */
const labs: readonly (readonly [string, readonly Name[]])[] = isFull
  ? [
      ['what others wrote', [...(Object.keys(foreign) as (keyof typeof foreign)[]), ...inEvery]],
      ['checkers that fail', [...new Set<Name>([...(Object.keys(checkers) as (keyof typeof checkers)[]), ...inEvery])]],
    ]
  : [['a disk of each kind', few]];
const isOurs: readonly Name[] = ['blank', 'damaged', 'hopeless'];
let names: readonly Name[] = [];
let formatted: readonly Name[] = [];
let left: readonly Name[] = [];

function manifest(damagedMib = 16): string {
  const size = (name: Name) => (name === 'zfs' ? 64 : name === 'damaged' ? damagedMib : 16);
  const disks = names.map((name) => `{ path: /${name}, size: ${String(size(name))}MiB }`);
  return `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 512MiB, vm_disk: 1GiB }
  hosts:
    10.10.10.10: { nodename: meta, vm_disks: [${disks.join(', ')}] }
`;
}

/** Both programs tell that they ran, for which disk, and what came of it; the checker asks first what it is to do. */
const wrapping = `set -e
mkdir -p /etc/checks /usr/local/sbin
mv "$(command -v e2fsck)" /usr/local/sbin/e2fsck.real
echo "$(readlink -f "$(command -v mkfs.ext4)")" >/etc/checks/mkfs
cat >/usr/local/sbin/mkfs.ext4 <<'X'
#!/bin/sh
for disk; do :; done
echo "$(cat "/sys/block/\${disk#/dev/}/serial")" >>/var/log/formats
exec "$(cat /etc/checks/mkfs)" -t ext4 "$@"
X
cat >/usr/local/sbin/e2fsck <<'X'
#!/bin/sh
for disk; do :; done
check=/etc/checks/$(cat "/sys/block/\${disk#/dev/}/serial")
[ ! -f "$check" ] || . "$check"
exec e2fsck.real "$@"
X
chmod 755 /usr/local/sbin/e2fsck /usr/local/sbin/mkfs.ext4
${Object.entries(checkers)
  .map(([name, body]) => `cat >/etc/checks/${name} <<'X'\n${body}\nX`)
  .join('\n')}
`;

let lab: Lab;
let before: Readonly<Record<string, string>>;
let warnings: readonly string[];

const root = (script: string) => lab.run(['exec', 'meta', '--', 'sudo', 'sh', '-c', script]);

async function json<T>(words: readonly string[]): Promise<T> {
  const { exit, stdout, stderr } = await lab.run([...words, '--json'], { timeoutMs: limitMs });
  expect(exit, stderr).toBe(0);
  return JSON.parse(stdout) as T;
}

async function report(words: readonly string[]): Promise<readonly string[]> {
  return (await json<OperationReport>(words)).nodes.flatMap((node) => node.warnings);
}

function image(name: Name): string {
  const part = lab.document().nodes['meta']?.parts.find(({ kind, disk }) => kind === 'data_disk' && disk === name);
  return join(lab.home, part?.file ?? 'none');
}

async function snapshotsOf(name: Name): Promise<readonly string[]> {
  const { disks } = await json<DiskListReport>(['disk', 'list']);
  return disks.find(({ path }) => path === `/${name}`)?.snapshots.map((each) => each.name) ?? [];
}

/** Puts a node of QEMU's own making between a disk and its image, where the guest runs. */
async function putBefore(name: Name, node: (image: string) => { readonly driver: string }): Promise<void> {
  const { image, drive } = driveOf(name);
  await qmpTalk(lab, [
    { execute: 'blockdev-add', arguments: { 'node-name': `before-${name}`, ...node(image) } },
    { execute: 'qom-set', arguments: { ...drive, value: `before-${name}` } },
  ]);
}

async function takeAway(name: Name): Promise<void> {
  const { image, drive } = driveOf(name);
  await qmpTalk(lab, [{ execute: 'qom-set', arguments: { ...drive, value: image } }]);
}

function driveOf(name: Name) {
  const index = lab.document().nodes['meta']?.spec.disks.findIndex(({ id }) => id === name);
  const image = `data${String(index)}`;
  return { image, drive: { path: `/machine/peripheral/disk-${image}/virtio-backend`, property: 'drive' } };
}

const formats = async (): Promise<readonly string[]> =>
  (await root('cat /var/log/formats')).stdout.trim().split('\n').sort();

const warned = (name: Name): string => warnings.filter((text) => text.startsWith(`disks: /${name}: `)).join('\n');

withRealQemu(() => {
  describe.each(labs)('%s', (_, together) => {
    beforeAll(
      async () => {
        names = together;
        formatted = names.filter((name) => isOurs.includes(name));
        left = names.filter((name) => !formatted.includes(name));
        lab = openLab({ manifest: manifest() });
        expect(await report(['up'])).toEqual([]);
        expect((await root(wrapping)).stderr).toBe('');
        expect((await lab.run(['stop'])).exit).toBe(0);
        for (const name of names) fillImage(image(name), contents[name]);
        before = Object.fromEntries(names.map((name) => [name, guestBytes(image(name))]));
        warnings = await report(['start']);
      },
      2 * limitMs + 300_000,
    );
    afterAll(() => lab.close());

    test('only a blank disk and two that are proven to be damaged are formatted', async () => {
      expect(await formats()).toEqual(formatted.toSorted());
      const mounted = (await root('cut -d " " -f 2 /proc/mounts')).stdout.split('\n');
      expect(names.filter((name) => mounted.includes(`/${name}`))).toEqual([...formatted, 'busy']);
    });

    test('every other keeps its bytes, with a warning of its own, in a guest that is ready', () => {
      const kept = left.filter((name) => name !== 'busy');
      expect(kept.filter((name) => guestBytes(image(name)) !== before[name])).toEqual([]);
      const why: { readonly [N in Name]?: string } = {
        table: 'its disk has a partition table (dos) and is left alone',
        lvm: 'its disk holds LVM2_member and is left alone',
        luks: 'its disk holds crypto_LUKS and is left alone',
        zfs: 'its disk holds zfs_member and is left alone',
        swap: 'its disk holds swap and is left alone',
        features: 'exit status 8: ',
        bytes: 'its disk has no signature but was written to, and is left alone',
        killed: 'exit status 137',
        denied: 'e2fsck, exit status 8: e2fsck: Permission denied',
        memory: 'does not mount and is left alone (e2fsck',
        wordless: 'e2fsck ended with exit status 4 and says nothing that is known',
        statusless: 'e2fsck ended with exit status 1 though it said: ',
        vanishes: 'no disk with the serial vanishes appeared',
        ioerror: 'e2fsck ended with exit status 8',
        slow: 'e2fsck ended with exit status 8',
      };
      for (const name of kept) expect(warned(name), name).toContain(why[name] ?? 'a reason');
    });

    test('a disk that was made anew says how its old bytes come back, and they are in the snapshot', async () => {
      for (const name of formatted.filter((each) => each !== 'blank')) {
        const [snapshot = '', ...others] = await snapshotsOf(name);
        expect(others).toEqual([]);
        expect(warned(name)).toBe(
          `disks: /${name}: its file system was damaged and was made anew; the old bytes come back with: paddock stop meta, then paddock disk restore meta /${name} ${snapshot}`,
        );
        expect(guestBytes(image(name), snapshot), name).toBe(before[name]);
      }
      expect(await snapshotsOf('blank')).toEqual([]);
    });

    test.runIf(isFull)('a damaged disk that answers too slowly for its checker is left alone', async () => {
      const group = { 'qom-type': 'throttle-group', id: 'tortoise', limits: { 'bps-total': 16_384 } };
      await qmpTalk(lab, [{ execute: 'object-add', arguments: group }]);
      await putBefore('slow', (file) => ({ driver: 'throttle', 'throttle-group': 'tortoise', file }));
      await root('rm /etc/checks/slow; echo 3 >/proc/sys/vm/drop_caches');
      warnings = await report(['up']);
      expect(warned('slow')).toContain('does not mount and is left alone (e2fsck did not end within 45 s)');
      expect(await formats()).toEqual(formatted.toSorted());
      expect(guestBytes(image('slow'))).toBe(before['slow']);
      await takeAway('slow');
      await root("echo 'exit 8' >/etc/checks/slow");
    });

    test('a disk that cannot be read, one whose checker is not there and one in use are left alone as well', async () => {
      const error = { event: 'none', errno: 5, iotype: 'read' };
      await putBefore('ioerror', (image) => ({ driver: 'blkdebug', image, 'inject-error': [error] }));
      await root(
        'cd /etc/checks; rm -f killed denied memory wordless statusless vanishes ioerror; umount /busy; mkdir /elsewhere; mount -t ext4 -o ro /dev/disk/by-id/virtio-busy /elsewhere; mv /usr/local/sbin/e2fsck /e2fsck; echo 3 >/proc/sys/vm/drop_caches',
      );
      const inUse = guestBytes(image('busy'));
      warnings = await report(['up']);
      expect(warned('ioerror')).toMatch(/cannot be read|blkid cannot tell|Input\/output error|can't read superblock/u);
      expect(warned('statusless')).toContain('the guest has no e2fsck to check it with');
      expect(warned('busy')).toContain('its disk is mounted at /elsewhere, and is left there');
      expect(await formats()).toEqual(formatted.toSorted());
      expect(guestBytes(image('busy'))).toBe(inUse);
      expect(left.filter((name) => name !== 'busy' && guestBytes(image(name)) !== before[name])).toEqual([]);
    });

    test('the old bytes come back after the disk has grown, at its new size, and can be taken back in their turn', async () => {
      const [snapshot = ''] = await snapshotsOf('damaged');
      const refused = await lab.run(['disk', 'restore', 'meta', '/damaged', snapshot, '--yes', '--json']);
      expect([refused.exit, refused.stdout]).toEqual([4, expect.stringContaining('paddock stop meta')]);
      writeFileSync(lab.manifest, manifest(32));
      await root('mv /e2fsck /usr/local/sbin/e2fsck; echo new >/damaged/new');
      expect((await lab.run(['resize', 'meta'], { timeoutMs: limitMs })).exit).toBe(0);
      expect((await lab.run(['stop'])).exit).toBe(0);
      const grown = guestBytes(image('damaged'));
      await json(['disk', 'restore', 'meta', '/damaged', snapshot, '--yes']);
      const small = join(lab.folder, 'small.img');
      const words = ['disk', 'export', 'meta', '/damaged', small, '--format', 'raw'];
      await json([...words]);
      expect((await lab.run(words)).exit).toBe(4);
      const { disks } = await json<DiskListReport>(['disk', 'list']);
      const disk = disks.find(({ path }) => path === '/damaged');
      expect(disk?.sizeBytes).toBe(32 * 2 ** 20);
      const [, kept = ''] = disk?.snapshots.map(({ name }) => name) ?? [];
      expect(firstBytes(small, 16 * 2 ** 20)).toBe(before['damaged']);
      // What a person has brought back is theirs: it is not made anew once more.
      warnings = await report(['start']);
      expect(warned('damaged')).toContain('it was not made anew: it was brought back by disk restore');
      expect((await formats()).filter((name) => name === 'damaged')).toEqual(['damaged']);
      expect((await lab.run(['stop'])).exit).toBe(0);
      await json(['disk', 'restore', 'meta', '/damaged', kept, '--yes']);
      expect(guestBytes(image('damaged'))).toBe(grown);
    });
  });
});
