import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hopelessExt4, unknownXfs } from '../../real/lab/disk-contents.ts';
import { canUseLoopDevices, type DiskBench, openDiskBench } from './disk-bench.ts';

const present = canUseLoopDevices();
if (!present) process.stdout.write('skipped: damaged disks on loop devices, for want of root or loop devices\n');
const hasXfs =
  present && spawnSync('mkfs.xfs', ['-V']).status === 0 && readFileSync('/proc/filesystems', 'utf8').includes('xfs');
if (!hasXfs) process.stdout.write('skipped: damaged XFS on loop devices, for want of xfsprogs\n');

let bench: DiskBench | null = null;
const open = (sizeMib?: number): DiskBench => (bench = openDiskBench(sizeMib === undefined ? {} : { sizeMib }));

afterEach(() => {
  bench?.close();
  bench = null;
});

function garble({ file }: DiskBench, { at, bytes }: { readonly at: number; readonly bytes: number }): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(bytes, 0xa5), 0, bytes, at);
  closeSync(handle);
}

/** Where the first inode table of the file system begins. */
function inodeTable({ file }: DiskBench): number {
  const told = execFileSync('dumpe2fs', [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return Number(/Inode table at (\d+)-/u.exec(told)?.[1]) * 1024;
}

/** With its first group descriptors gone, which the checker tells by number and words. */
function damagedExt4(): DiskBench {
  const it = open();
  execFileSync('mkfs.ext4', ['-q', '-b', '1024', it.file]);
  garble(it, { at: 2048, bytes: 1024 });
  return it;
}

function damagedXfs(): DiskBench {
  const it = open(320);
  execFileSync('mkfs.xfs', ['-q', it.file]);
  garble(it, { at: 1024, bytes: 512 });
  return it;
}

const proofIn = (lines: readonly string[]): string => /^damaged serial (\S+)$/u.exec(lines[0] ?? '')?.[1] ?? 'none';

describe.skipIf(!present)('a damaged file system', () => {
  it('is made anew only when it is found damaged twice in the same way, and then mounts', () => {
    const it = damagedExt4();
    const before = it.digest();
    const found = it.setUp({ blank: false });
    expect(found).toEqual([
      expect.stringMatching(/^damaged serial ext4-4-[0-9a-f]{16}$/u),
      'warning disks /data: its ext4 file system is damaged (e2fsck, exit status 4: ext2fs_check_desc: Corrupt group descriptor: bad block for block bitmap)',
      'done disks limited digest',
    ]);
    expect([it.formats(), it.digest()]).toEqual([0, before]);
    expect(it.reset('ext4-4-0000000000000000')).toBe('kept what is found now is not what was found before');
    expect([it.formats(), it.digest()]).toEqual([0, before]);
    expect(it.reset(proofIn(found))).toBe('reset ext4');
    expect(it.formats()).toBe(1);
    expect(it.setUp({ blank: false })).toEqual(['done disks ok digest']);
    expect(it.reset(proofIn(found))).toBe('kept it is mounted by now');
    it.unmount();
    expect(it.reset(proofIn(found))).toBe('kept it mounts by now');
    expect(it.formats()).toBe(1);
  }, 60_000);

  it('with a checker that gives up over damage, exit status 12, is one too', () => {
    const it = open();
    execFileSync('mkfs.ext4', ['-q', '-b', '1024', it.file]);
    garble(it, { at: inodeTable(it), bytes: 64 * 1024 });
    const before = it.digest();
    const found = it.setUp({ blank: false });
    expect([proofIn(found), it.digest()]).toEqual([expect.stringMatching(/^ext4-12-/u), before]);
    expect(it.reset(proofIn(found))).toBe('reset ext4');
  });

  it('is not written to by a kernel that notes what it finds wrong', () => {
    const it = open();
    hopelessExt4(it.file);
    const before = it.digest();
    const found = it.setUp({ blank: false });
    expect([proofIn(found), it.digest()]).toEqual([expect.stringMatching(/^ext4-12-/u), before]);
    expect(it.reset(proofIn(found))).toBe('reset ext4');
    expect(it.setUp({ blank: false })).toEqual(['done disks ok digest']);
  });

  it.skipIf(!hasXfs)(
    'of XFS, exit status 1, is one too, and stays XFS',
    () => {
      const it = damagedXfs();
      const before = it.digest();
      const found = it.setUp({ blank: false });
      expect(found[1]).toContain(
        'its xfs file system is damaged (xfs_repair, exit status 1: Metadata CRC error detected',
      );
      expect([proofIn(found), it.digest()]).toEqual([expect.stringMatching(/^xfs-1-/u), before]);
      expect(it.reset(proofIn(found))).toBe('reset xfs');
      expect(it.setUp({ blank: false })).toEqual(['done disks ok digest']);
    },
    60_000,
  );
});

/** What stands in for the checker, and what is said about the disk then. The file system itself is damaged for good. */
const checkers: readonly (readonly [what: string, body: string, why: string])[] = [
  ['was killed', 'kill -KILL $$', 'exit status 137'],
  ['was denied', 'echo "e2fsck: Permission denied while trying to open /dev/x"; exit 8', 'Permission denied'],
  [
    'could not read',
    'echo "Error reading block 3 (Input/output error).  Ignore error? no"; echo Group descriptors look bad; exit 4',
    'Input/output error',
  ],
  ['ran out of memory', 'ulimit -v 3000; PATH=${PATH#*:} exec e2fsck "$@"', 'e2fsck'],
  ['has no memory', 'echo "Group descriptors look bad"; echo "Memory allocation failed"; exit 4', 'Memory allocation'],
  ['ends with a known status and unknown words', 'echo all is not well; exit 4', 'says nothing that is known'],
  [
    'ends with known words and another status',
    'echo "Group descriptors look bad... trying backup"; exit 1',
    'e2fsck ended with exit status 1 though it said: Group descriptors look bad',
  ],
  ['finds nothing', 'exit 0', 'e2fsck ended with exit status 0'],
  ['does not end', 'echo Group descriptors look bad; exec sleep 60', 'e2fsck did not end within 1 s'],
  ['was told to end', 'echo Group descriptors look bad; exit 32', 'e2fsck did not end within 45 s'],
  ['was told to end late', 'echo Group descriptors look bad; echo e2fsck canceled.; exit 4', 'e2fsck canceled'],
  [
    'did not replay the journal',
    'echo "Warning: skipping journal recovery"; echo Group descriptors look bad; exit 4',
    'skipping journal recovery',
  ],
];

describe.skipIf(!present)('a file system that does not mount is left alone, to the byte, when its checker', () => {
  it.each(checkers)('%s', (what, body, why) => {
    const it = damagedExt4();
    const before = it.digest();
    it.wrap('e2fsck', body);
    if (what === 'does not end') it.hurry();
    const [warning = '', ...rest] = it.setUp({ blank: false });
    expect(warning).toMatch(/^warning disks \/data: its ext4 file system does not mount and is left alone/u);
    expect(warning).toContain(why);
    expect(rest).toEqual(['done disks limited digest']);
    expect(it.reset('ext4-4-0000000000000000')).toMatch(/^kept it is not found damaged again/u);
    expect([it.formats(), it.isMounted(), it.digest()]).toEqual([0, false, before]);
  });

  it('is missing', () => {
    const it = damagedExt4();
    const before = it.digest();
    it.hide('e2fsck');
    expect(it.setUp({ blank: false })[0]).toContain('the guest has no e2fsck to check it with');
    expect([it.formats(), it.digest()]).toEqual([0, before]);
  });
});

describe.skipIf(!present)('a file system is not damaged', () => {
  it.each([
    ['memory', 'mount: mounting /dev/x on /data failed: Cannot allocate memory'],
    ['input and output', "mount: /data: can't read superblock on /dev/x."],
    ['permission', 'mount: /data: permission denied.'],
    ['words that nobody knows', 'mount: /data: the moon is in the wrong place.'],
  ])('because mount speaks of %s: no checker is asked', (_what, words) => {
    const it = damagedExt4();
    const before = it.digest();
    it.wrap('mount', `echo "${words}" >&2; exit 32`);
    it.wrap('e2fsck', `echo asked >>${it.root}/asked; exit 4`);
    expect(it.setUp({ blank: false })[0]).toContain(words);
    expect([it.formats(), it.digest()]).toEqual([0, before]);
    expect(spawnSync('test', ['-e', join(it.root, 'asked')]).status).toBe(1);
  });

  it.skipIf(!hasXfs)(
    'because XFS has features that are not known',
    () => {
      const it = open(320);
      unknownXfs(it.file);
      const before = it.digest();
      expect(it.setUp({ blank: false })[0]).toContain('xfs_repair, exit status 1: Superblock has unknown');
      expect([it.formats(), it.digest()]).toEqual([0, before]);
    },
    60_000,
  );

  it('once its device has gone', () => {
    const it = damagedExt4();
    const found = it.setUp({ blank: false });
    const before = it.digest();
    it.loseDevice();
    expect(it.reset(proofIn(found))).toBe('kept its disk is not there any more');
    expect([it.formats(), it.digest()]).toEqual([0, before]);
  });

  it('and a disk with something else on it by now is kept', () => {
    const it = damagedExt4();
    const found = it.setUp({ blank: false });
    execFileSync('mkswap', ['-f', '-q', it.file]);
    const before = readFileSync(it.file);
    expect(it.reset(proofIn(found))).toMatch(/^kept /u);
    expect([it.formats(), readFileSync(it.file).equals(before)]).toEqual([0, true]);
  });
});
