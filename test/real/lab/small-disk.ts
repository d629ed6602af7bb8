import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own, on which space can be made to run out. Only root can mount it. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes every free block. */
  readonly fill: () => void;
  /** Gives back what `fill` took. */
  readonly free: () => void;
  /** Makes it so small that this much is free. */
  readonly leave: (bytes: number) => void;
  /** Changes how it is mounted, for example `ro` or `size=8M`. */
  readonly remount: (option: string) => void;
  readonly unmount: () => void;
}

export function mountSmallDisk(folder: string, size: string): SmallDisk {
  const ballast = join(folder, 'ballast');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', folder]);
  const remount = (option: string): void => {
    execFileSync('mount', ['-o', `remount,${option}`, folder]);
  };
  return {
    folder,
    fill: () => {
      const { bavail, bsize } = statfsSync(folder);
      if (bavail > 0) execFileSync('fallocate', ['-l', String(bavail * bsize), ballast]);
    },
    free: () => {
      rmSync(ballast);
    },
    leave: (free) => {
      const { blocks, bfree, bsize } = statfsSync(folder);
      remount(`size=${String((blocks - bfree) * bsize + free)}`);
    },
    remount,
    unmount: () => {
      execFileSync('umount', ['-l', folder]);
    },
  };
}

/** Puts a file in the place of another that is there, with the full disk that it stands on. */
export function bindOver(disk: SmallDisk, file: string): () => void {
  const stand = join(disk.folder, 'stand');
  execFileSync('touch', [stand]);
  execFileSync('mount', ['--bind', stand, file]);
  return () => {
    // A machine that has it open keeps it until it ends.
    execFileSync('umount', ['-l', file]);
  };
}
