import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guestScripts } from '../../../src/core/guest/guest-script.ts';

const shipped = join(import.meta.dirname, '../../../qemu/guest');
const mib = 1024 * 1024;

/** Loop devices, mounts and the tools that the scripts use are there. */
export function canUseLoopDevices(): boolean {
  return process.getuid?.() === 0 && existsSync('/dev/loop-control') && spawnSync('mkfs.ext4', ['-V']).status === 0;
}

export interface DiskBench {
  readonly root: string;
  /** The bytes behind the disk. */
  readonly file: string;
  /** Where the disk is to be mounted. */
  readonly path: string;
  /** Runs the shipped set-up for this one disk and returns its lines. */
  readonly setUp: (disk?: { readonly fs?: string; readonly blank?: boolean }) => readonly string[];
  /** Runs the shipped reset for this disk, which was found to be damaged in the way that the proof stands for. */
  readonly reset: (proof: string, fs?: string) => string;
  /** Runs the shipped mount of a boot, as mount(8) does for the line of this disk, and returns what it says and its status. */
  readonly boot: () => string;
  /** Puts a program of this name before the real one. */
  readonly wrap: (name: string, body: string) => void;
  /** Makes the scripts run without this program. */
  readonly hide: (name: string) => void;
  readonly loseDevice: () => void;
  /** Gives a checker a second for its work, and a mount at boot one for its turn. */
  readonly hurry: () => void;
  readonly digest: () => string;
  /** How often a file system was made. */
  readonly formats: () => number;
  readonly isMounted: () => boolean;
  readonly unmount: () => void;
  readonly close: () => void;
}

/** A disk as the guest's scripts see it. It is found by a table of the bench: loop devices have no serial. */
export function openDiskBench({ sizeMib = 64 }: { readonly sizeMib?: number } = {}): DiskBench {
  const root = mkdtempSync(join(tmpdir(), 'paddock-disk-'));
  const file = join(root, 'disk.img');
  const path = join(root, 'data');
  for (const folder of ['bin', 'etc', 'var', 'work']) mkdirSync(join(root, folder));
  writeFileSync(file, '');
  truncateSync(file, sizeMib * mib);
  const device = execFileSync('losetup', ['-f', '--show', file], { encoding: 'utf8' }).trim();
  writeFileSync(join(root, 'device'), device);
  const wrap: DiskBench['wrap'] = (name, body) => {
    writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(root, 'bin', name), 0o755);
  };
  for (const name of ['mkfs.ext4', 'mkfs.xfs']) {
    wrap(name, `echo "$0 $*" >>${root}/formats\nPATH=\${PATH#*:} exec ${name} "$@"`);
  }
  const unmount = () => void spawnSync('umount', [path]);
  let system = '/usr/sbin:/usr/bin:/sbin:/bin';
  const run = (words: readonly string[], input: string) => {
    const env = { PATH: `${join(root, 'bin')}:${system}`, LC_ALL: 'C' };
    const ran = spawnSync('sh', [join(root, 'work', 'script'), ...words], {
      ...{ input, env, encoding: 'utf8', timeout: 60_000 },
    });
    return `${ran.stdout}${ran.stderr}`.replaceAll(root, '').replaceAll(device, '/dev/disk').trimEnd();
  };
  return {
    ...{ root, file, path, wrap, unmount },
    setUp: ({ fs = 'auto', blank = true } = {}) => {
      writeFileSync(join(root, 'work', 'script'), script(root, 'set-up'));
      const disk = `disk serial ${fs} ${blank ? 'blank' : 'unproven'} ${path}`;
      const input = `paddock-set-up 1\nuuid u\nspec-hash h\nuser dba\nstage disks digest\n${disk}\n`;
      const said = run([], input);
      rmSync(join(root, 'work', 'disks.limited'), { force: true });
      return said.split('\n');
    },
    reset: (proof, fs = 'auto') => {
      writeFileSync(join(root, 'work', 'script'), script(root, 'reset-disk'));
      return run(['serial', fs, proof, path], '');
    },
    boot: () => {
      const line = [join(root, 'mount.paddock'), device, path, '-o', 'discard'];
      const { stdout, stderr, status } = spawnSync('sh', line, { encoding: 'utf8', timeout: 60_000 });
      return `${stdout}${stderr}`.replaceAll(root, '') + String(status);
    },
    hide: (name) => {
      const few = join(root, 'few');
      mkdirSync(few);
      for (const folder of system.split(':')) {
        for (const each of readdirSync(folder)) {
          if (each !== name && !existsSync(join(few, each))) symlinkSync(join(folder, each), join(few, each));
        }
      }
      system = few;
    },
    hurry: () => {
      writeFileSync(join(root, 'limit'), '1');
    },
    loseDevice: () => {
      rmSync(join(root, 'device'));
    },
    digest: () => createHash('sha256').update(readFileSync(file)).digest('hex'),
    formats: () =>
      existsSync(join(root, 'formats')) ? readFileSync(join(root, 'formats'), 'utf8').trim().split('\n').length : 0,
    isMounted: () => spawnSync('mountpoint', ['-q', path]).status === 0,
    close: () => {
      unmount();
      spawnSync('losetup', ['-d', device]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The scripts as they are shipped, but for where they write and how they find the disk. */
function script(root: string, which: 'set-up' | 'reset-disk'): string {
  const texts = guestScripts[which].map((name) => readFileSync(join(shipped, `${name}.sh`), 'utf8'));
  const main = texts.pop() ?? '';
  const find = `find_device() {
  device=$(cat ${root}/device 2>/dev/null) || return 1
  name=\${device##*/}
  number=$(cat "/sys/block/$name/dev")
}
`;
  return [...texts, find, main]
    .join('\n')
    .replaceAll('/etc/fstab', `${root}/etc/fstab`)
    .replaceAll('/sbin/mount.paddock', `${root}/mount.paddock`)
    .replaceAll('/run/paddock', `${root}/run-paddock`)
    .replaceAll('/var/lib/paddock', `${root}/var/paddock`)
    .replace('check_limit=45', `check_limit=$(cat ${root}/limit 2>/dev/null || echo 45)`)
    .replace('turn_limit=60', `turn_limit=$(cat ${root}/limit 2>/dev/null || echo 60)`);
}
