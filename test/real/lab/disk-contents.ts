import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mib = 2 ** 20;

/** Puts something on a raw disk of this size, as a file. */
export type Content = (file: string) => void;

function put(file: string, bytes: Buffer, at: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

/** What may be on a disk that is none of ours to format. */
export const foreign = {
  table: (file) => {
    put(file, Buffer.from('00000200 83ffffff 00080000 00000100'.replaceAll(' ', ''), 'hex'), 446);
    put(file, Buffer.from([0x55, 0xaa]), 510);
  },
  lvm: (file) => {
    put(file, lvmLabel(), 512);
  },
  luks: (file) => {
    put(file, Buffer.from('LUKS\xba\xbe\x00\x01', 'latin1'), 0);
  },
  zfs: (file) => {
    // Uberblocks in the first label, more than the few that blkid asks for.
    for (let index = 0; index < 16; index += 1) {
      put(file, Buffer.from([0x0c, 0xb1, 0xba, 0, 0, 0, 0, 0]), 128 * 1024 + index * 1024);
    }
  },
  swap: (file) => {
    execFileSync('mkswap', ['-q', file]);
  },
  features: (file) => {
    ext4(file);
    execFileSync('debugfs', ['-w', '-R', 'feature FEATURE_I31', file], { stdio: 'ignore' });
  },
  bytes: (file) => {
    put(file, Buffer.from('no tool has a name for this'), 5 * mib);
  },
} as const satisfies { readonly [what: string]: Content };

/** A label of LVM2 with its checksum. */
function lvmLabel(): Buffer {
  const label = Buffer.alloc(512);
  label.write('LABELONE');
  label.writeBigUInt64LE(1n, 8);
  label.writeUInt32LE(32, 20);
  label.write('LVM2 001abcdefghijklmnopqrstuvwxyz012345', 24);
  label.writeBigUInt64LE(BigInt(64 * mib), 64);
  let sum = 0xf597a6cf;
  for (const byte of label.subarray(20)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ ((sum & 1) === 1 ? 0xedb88320 : 0);
  }
  label.writeUInt32LE(sum >>> 0, 16);
  return label;
}

/** A healthy file system with one file. */
export function ext4(file: string): void {
  execFileSync('mkfs.ext4', ['-q', '-b', '1024', file]);
  const note = `${file}.note`;
  writeFileSync(note, 'old bytes\n');
  execFileSync('debugfs', ['-w', '-R', `write ${note} note`, file], { stdio: 'ignore' });
  rmSync(note);
}

/** The same, with its first group descriptors overwritten: the checker ends with 4. */
export function damagedExt4(file: string): void {
  ext4(file);
  put(file, Buffer.alloc(1024, 0xa5), 2048);
}

/** The same, with its journal's inode gone: the checker ends with 12. */
export function hopelessExt4(file: string): void {
  ext4(file);
  execFileSync('debugfs', ['-w', '-R', 'clri <8>', file], { stdio: 'ignore' });
}

/** An XFS with its first header of free space overwritten: the checker ends with 1. Needs 300 MiB at least. */
export function damagedXfs(file: string): void {
  execFileSync('mkfs.xfs', ['-q', file]);
  put(file, Buffer.alloc(512, 0xa5), 1024);
}

/** An XFS that says that it has features which nobody knows. */
export function unknownXfs(file: string): void {
  execFileSync('mkfs.xfs', ['-q', file]);
  const words = ['-x', '-c', 'sb 0', '-c', 'write -d features_incompat 0xffff', file];
  execFileSync('xfs_db', words, { stdio: 'ignore' });
}

/** Fills a qcow2 image of a stopped VM with a content; what was on it is gone. Null makes it as good as new. */
export function fillImage(image: string, content: Content | null): void {
  const bytes = virtualSize(image);
  execFileSync('qemu-img', ['create', '-q', '-f', 'qcow2', image, String(bytes)]);
  if (content === null) return;
  withRaw((raw) => {
    truncateSync(raw, bytes);
    content(raw);
    execFileSync('qemu-img', ['convert', '-n', '-f', 'raw', '-O', 'qcow2', raw, image]);
  });
}

/** SHA-256 of what a guest sees on the image, or saw when the snapshot was taken; read beside a running VM. */
export function guestBytes(image: string, snapshot: string | null = null): string {
  return rawCopy(image, (raw) => createHash('sha256').update(readFileSync(raw)).digest('hex'), snapshot);
}

/** What a guest sees on the image, or saw when the snapshot was taken, as a raw file in a folder of its own while it is used. */
export function rawCopy<T>(image: string, use: (raw: string) => T, snapshot: string | null = null): T {
  return withRaw((raw) => {
    const of = snapshot === null ? [] : ['-l', `snapshot.name=${snapshot}`];
    execFileSync('qemu-img', ['convert', '-U', ...of, '-f', 'qcow2', '-O', 'raw', image, raw]);
    return use(raw);
  });
}

export function virtualSize(image: string): number {
  const info = execFileSync('qemu-img', ['info', '-U', '--output=json', image], { encoding: 'utf8' });
  return (JSON.parse(info) as { readonly 'virtual-size': number })['virtual-size'];
}

function withRaw<T>(use: (raw: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-raw-'));
  try {
    writeFileSync(join(folder, 'raw'), '');
    return use(join(folder, 'raw'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** SHA-256 of the beginning of a raw image. */
export function firstBytes(raw: string, bytes: number): string {
  return createHash('sha256').update(readFileSync(raw).subarray(0, bytes)).digest('hex');
}
