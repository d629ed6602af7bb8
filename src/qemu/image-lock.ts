import { readFileSync, statfsSync, statSync } from 'node:fs';
import type { ImageLock } from '../core/recovery/conclude-evidence.ts';
import type { Programs } from '../ports/programs.ts';

/** File systems whose inode numbers in /proc/locks are those of stat(2); on overlays and btrfs they are not. */
const plainFileSystems = new Set([0xef53, 0x58465342, 0x01021994]);
const toolTimeoutMs = 4_000;

export interface LockTools {
  readonly programs: Programs;
  /** Null when there is none. */
  readonly qemuImg: string | null;
}

/**
 * Whether a QEMU holds its lock on this image. A file that is not there is not locked. The kernel's list of locks is
 * read where it can be trusted, because opening the image would itself lock it for a moment, under the feet of a VM
 * that is just starting.
 */
export async function imageLock(file: string, tools: LockTools): Promise<ImageLock> {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return 'free';
    const listed = listedLocks(stat.dev, stat.ino);
    if (listed === 'held') return 'held';
    if (listed === 'none' && plainFileSystems.has(statfsSync(file).type)) return 'free';
  } catch {
    return 'unknown';
  }
  return tools.qemuImg === null ? 'unknown' : lockByOpening(file, tools.qemuImg, tools.programs);
}

/** `3: OFDLCK ADVISORY  READ -1 fe:00:2154681 201 201`: device in hex, inode in decimal; see proc_locks(5). */
function listedLocks(device: bigint, inode: bigint): 'held' | 'none' | 'unreadable' {
  let text: string;
  try {
    text = readFileSync('/proc/locks', 'utf8');
  } catch {
    return 'unreadable';
  }
  const [major, minor] = deviceNumbers(device);
  const place = ` ${hexByte(major)}:${hexByte(minor)}:${String(inode)} `;
  return text.split('\n').some((line) => line.includes(place)) ? 'held' : 'none';
}

/** Linux packs a device number as minor 0–7, major 8–19, minor 8–19 in bits 0–31. */
function deviceNumbers(device: bigint): readonly [number, number] {
  const low = Number(device & 0xffffffffn);
  return [(low >>> 8) & 0xfff, (low & 0xff) | ((low >>> 12) & 0xfff00)];
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0');
}

/** Opens the image twice, with and without minding locks: if only the latter works, a lock is what stands in the way. */
async function lockByOpening(file: string, qemuImg: string, programs: Programs): Promise<ImageLock> {
  const opens = async (...extra: readonly string[]): Promise<boolean> => {
    const words = ['info', ...extra, file];
    return (await programs.run({ executable: qemuImg, arguments: words, timeoutMs: toolTimeoutMs })).ok;
  };
  if (await opens()) return 'free';
  return (await opens('-U')) ? 'held' : 'unknown';
}
