import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damagedExt4, foreign, hopelessExt4 } from '../../real/lab/disk-contents.ts';
import { canUseLoopDevices, type DiskBench, openDiskBench } from './disk-bench.ts';

const present = canUseLoopDevices();
if (!present) process.stdout.write('skipped: data disks at boot on loop devices, for want of root or loop devices\n');

let bench: DiskBench;

/** A disk that was set up once, so that the guest mounts it at every boot. */
beforeEach(() => {
  if (!present) return;
  bench = openDiskBench({ sizeMib: 16 });
  bench.setUp();
  writeFileSync(join(bench.path, 'kept'), 'mine');
  bench.unmount();
});
afterEach(() => {
  if (present) bench.close();
});

function fill(content: (file: string) => void): string {
  const handle = openSync(bench.file, 'r+');
  writeSync(handle, Buffer.alloc(16 * 1024 * 1024));
  closeSync(handle);
  content(bench.file);
  return bench.digest();
}

describe.skipIf(!present)('at boot a data disk', () => {
  it('that is whole is mounted, once', () => {
    expect([bench.boot(), bench.isMounted()]).toEqual(['0', true]);
    expect(readFileSync(join(bench.path, 'kept'), 'utf8')).toBe('mine');
    expect(execFileSync('findmnt', ['-no', 'OPTIONS', bench.path], { encoding: 'utf8' })).toContain('discard');
    expect(bench.boot()).toBe('0');
    bench.unmount();
    expect(bench.isMounted()).toBe(false);
  });

  it.each([
    ['is damaged', damagedExt4, /^\/data: mount: /u],
    // The kernel would note in its superblock what it finds wrong.
    ['has lost its journal', hopelessExt4, /^\/data: mount: /u],
    ['holds swap by now', foreign.swap, /^\/data: its disk holds swap, so it is not mounted/u],
    ['holds nothing by now', () => undefined, /^\/data: its disk holds nothing that is known, so it is not mounted/u],
  ])('that %s is not, and keeps its bytes', (_what, content, why) => {
    const before = fill(content);
    expect(bench.boot()).toMatch(why);
    expect(bench.boot()).toMatch(/\n32$/u);
    expect([bench.isMounted(), bench.digest()]).toEqual([false, before]);
  });

  it('waits for a set-up that is at work', async () => {
    const holder = spawn('flock', [join(bench.root, 'run-paddock.lock'), 'sh', '-c', 'echo held; exec sleep 1']);
    await once(holder.stdout, 'data');
    const begun = Date.now();
    expect(bench.boot()).toBe('0');
    expect(Date.now() - begun).toBeGreaterThan(700);
  });

  it('does not wait without end for one that hangs, and is mounted once that is over', async () => {
    bench.hurry();
    const holder = spawn('flock', [join(bench.root, 'run-paddock.lock'), 'sh', '-c', 'echo held; exec sleep 60'], {
      detached: true,
    });
    await once(holder.stdout, 'data');
    const before = bench.digest();
    const begun = Date.now();
    expect(bench.boot()).toBe(
      '/data: something else has been at work on the disks for 1 s, so it is not mounted before the next set-up\n32',
    );
    expect(Date.now() - begun).toBeLessThan(10_000);
    expect([bench.isMounted(), bench.digest()]).toEqual([false, before]);
    // `flock` leaves the lock with its child.
    process.kill(-(holder.pid ?? 0), 'SIGKILL');
    await once(holder, 'close');
    expect([bench.boot(), bench.isMounted()]).toEqual(['0', true]);
  });

  it('is mounted the same way after a set-up whose table of mounts was written over', () => {
    writeFileSync(join(bench.root, 'etc/fstab'), '# by hand\n');
    bench.setUp({ blank: false });
    expect(readFileSync(join(bench.root, 'etc/fstab'), 'utf8')).toBe(
      `# by hand\n# paddock begin\n/dev/disk/by-id/virtio-serial ${bench.path} paddock discard,nofail 0 0\n# paddock end\n`,
    );
  });
});
