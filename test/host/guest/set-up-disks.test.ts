import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, closeSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign } from '../../real/lab/disk-contents.ts';
import { canUseLoopDevices, openDiskBench, type DiskBench } from './disk-bench.ts';

const present = canUseLoopDevices();
if (!present)
  process.stdout.write('skipped: data disks on loop devices, for want of root, loop devices or mkfs.ext4\n');

let bench: DiskBench;

beforeEach(() => {
  if (present) bench = openDiskBench();
});
afterEach(() => {
  if (present) bench.close();
});

function put(text: string, offset: number): void {
  const file = openSync(bench.file, 'r+');
  writeSync(file, Buffer.from(text, 'latin1'), 0, text.length, offset);
  closeSync(file);
}

const done = (state: 'ok' | 'limited') => `done disks ${state} digest`;
const warned = (text: string) => [`warning disks /data: ${text}`, done('limited')];

describe.skipIf(!present)('a data disk', () => {
  it('that is empty is formatted once, mounted, and named by its serial for the next boot', () => {
    expect(bench.setUp()).toEqual([`formatted serial ext4`, done('ok')]);
    expect([bench.formats(), bench.isMounted()]).toEqual([1, true]);
    expect(readFileSync(join(bench.root, 'etc/fstab'), 'utf8')).toBe(
      `# paddock begin\n/dev/disk/by-id/virtio-serial ${bench.path} paddock discard,nofail 0 0\n# paddock end\n`,
    );
    writeFileSync(join(bench.path, 'kept'), 'mine');
    expect(bench.setUp({ blank: false })).toEqual([done('ok')]);
    bench.unmount();
    expect(bench.setUp()).toEqual([done('ok')]);
    expect(readFileSync(join(bench.path, 'kept'), 'utf8')).toBe('mine');
    expect(bench.formats()).toBe(1);
  });

  it('that is empty as far as the guest sees, but was written to, is left alone', () => {
    expect(bench.setUp({ blank: false })).toEqual(
      warned('its disk has no signature but was written to, and is left alone'),
    );
    expect([bench.formats(), bench.isMounted()]).toEqual([0, false]);
  });

  it.each([
    [
      'text at its start',
      () => {
        put('mine', 0);
      },
      'its disk has no signature but is not proven empty, and is left alone',
    ],
    [
      'text near its end',
      () => {
        put('mine', 64 * 1024 * 1024 - 5);
      },
      'its disk has no signature but is not proven empty, and is left alone',
    ],
    [
      'a partition table',
      () => {
        put('\x00\x00\x02\x00\x83\xff\xff\xff\x00\x08\x00\x00\x00\x00\x01\x00', 446);
        put('\x55\xaa', 510);
      },
      'its disk has a partition table (dos) and is left alone',
    ],
    [
      'swap',
      () => {
        execFileSync('mkswap', ['-q', bench.file]);
      },
      'its disk holds swap and is left alone',
    ],
    [
      'LUKS',
      () => {
        put('LUKS\xba\xbe\x00\x01', 0);
      },
      'its disk holds crypto_LUKS and is left alone',
    ],
    [
      'LVM',
      () => {
        foreign.lvm(bench.file);
      },
      'its disk holds LVM2_member and is left alone',
    ],
    [
      'ZFS',
      () => {
        foreign.zfs(bench.file);
      },
      'its disk holds zfs_member and is left alone',
    ],
    [
      'vfat',
      () => {
        execFileSync('mformat', ['-i', bench.file, '-T', '131072', '-h', '16', '-s', '63', '::']);
      },
      'is left alone',
    ],
  ])('that holds %s is left alone', (_what, fill, why) => {
    fill();
    const before = bench.digest();
    const [warning = '', ...rest] = bench.setUp();
    expect(warning).toContain(why);
    expect(rest).toEqual([done('limited')]);
    expect([bench.formats(), bench.isMounted(), bench.digest()]).toEqual([0, false, before]);
  });

  it('with a file system of unknown features is left alone', () => {
    execFileSync('mkfs.ext4', ['-q', bench.file]);
    execFileSync('debugfs', ['-w', '-R', 'feature FEATURE_I31', bench.file], { stdio: 'ignore' });
    const before = bench.digest();
    expect(bench.setUp()[0]).toMatch(/^warning disks \/data: its ext4 file system does not mount and is left alone/u);
    expect([bench.formats(), bench.isMounted(), bench.digest()]).toEqual([0, false, before]);
  });

  it.each([
    ['is missing', 'exit 127', 'blkid cannot tell what its disk holds (exit status 127) and it is left alone'],
    ['is killed', 'kill -KILL $$', 'blkid cannot tell what its disk holds (exit status 137) and it is left alone'],
    [
      'cannot read',
      'echo "blkid: error: /dev/x: Input/output error" >&2; exit 2',
      'its disk cannot be read and is left alone (blkid: error: /dev/x: Input/output error)',
    ],
    ['finds several signatures', 'exit 8', 'its disk has several signatures and is left alone'],
  ])('is left alone when blkid %s', (_what, body, why) => {
    bench.wrap('blkid', body);
    expect(bench.setUp()).toEqual(warned(why));
    expect(bench.formats()).toBe(0);
  });

  it('that cannot be read is not empty, though blkid finds nothing on it and says nothing', () => {
    bench.wrap('blkid', 'exit 2');
    bench.wrap('dd', 'echo "dd: error reading /dev/x: Input/output error" >&2; exit 1');
    const why = 'its disk cannot be read and is left alone (dd: error reading /dev/x: Input/output error)';
    for (const blank of [true, false]) expect(bench.setUp({ blank })).toEqual(warned(why));
    expect(bench.formats()).toBe(0);
  });

  it('that cannot be read to its end is not proven empty', () => {
    truncateSync(bench.file, 32 * 1024 * 1024);
    expect(bench.setUp()[0]).toMatch(/not proven empty|cannot be read/u);
    expect(bench.formats()).toBe(0);
  });

  it('that is mounted elsewhere, or finds its place taken, is left there', () => {
    execFileSync('mkfs.ext4', ['-q', bench.file]);
    const elsewhere = join(bench.root, 'elsewhere');
    mkdirSync(elsewhere);
    execFileSync('mount', [readFileSync(join(bench.root, 'device'), 'utf8'), elsewhere]);
    expect(bench.setUp()).toEqual(warned('its disk is mounted at /elsewhere, and is left there'));
    execFileSync('umount', [elsewhere]);
    mkdirSync(bench.path);
    execFileSync('mount', ['-t', 'tmpfs', 'none', bench.path]);
    expect(bench.setUp()).toEqual(warned('something else is mounted there, so its disk is left alone'));
    expect(bench.formats()).toBe(0);
  });

  it('that is not there is missed', () => {
    bench.loseDevice();
    expect(bench.setUp()).toEqual(warned('no disk with the serial serial appeared'));
  });

  it('of another file system than asked is used as it is, with a word', () => {
    execFileSync('mkfs.ext4', ['-q', bench.file]);
    expect(bench.setUp({ fs: 'xfs' })).toEqual(warned('its disk holds ext4, not xfs, and is used as it is'));
    expect([bench.formats(), bench.isMounted()]).toEqual([0, true]);
  });

  it('is not formatted through a link in the place where it belongs', () => {
    spawnSync('ln', ['-s', '/tmp', bench.path]);
    expect(bench.setUp()[0]).toContain('is no folder');
    expect([bench.formats(), bench.isMounted()]).toEqual([0, false]);
  });
});
