import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rawCopy } from './disk-contents.ts';

/** What `sha256sum` prints of files: a line each, with the hash first and the name last. */
export type FileHashes = ReadonlyMap<string, string>;

/**
 * Shell words that write files of 64 KiB below the folder in a guest. A line of each is printed when its fsync has returned,
 * and not before: what is printed was acknowledged as durable.
 */
export function writeDurably(folder: string, count: number): string {
  return [
    `cd ${folder} && i=0`,
    `while [ $i -lt ${String(count)} ]; do`,
    'dd if=/dev/urandom of=f$i bs=64k count=1 conv=fsync 2>/dev/null && sha256sum f$i || exit 1',
    'i=$((i+1)); done',
  ].join('\n');
}

/** Shell words that read all of them back, from the disk and not from the memory of the guest. */
export function readBack(folder: string): string {
  return `echo 3 >/proc/sys/vm/drop_caches; cd ${folder} && sha256sum f*`;
}

export function hashesIn(printed: string): FileHashes {
  return new Map([...printed.matchAll(/^([0-9a-f]{64}) +(\w+)$/gmu)].map(([, hash = '', name = '']) => [name, hash]));
}

/** The same files as another host would find them on the image, if the VM never ran again: after its journal is replayed. */
export function hashesOn(image: string, names: readonly string[]): FileHashes {
  return rawCopy(image, (raw) => {
    // It ends with 1 where it had something to do.
    execFileSync('sh', ['-c', 'e2fsck -fp "$1" >&2 || [ $? -le 1 ]', 'sh', raw], { stdio: 'ignore' });
    return new Map(names.map((name) => [name, hashOf(raw, name)]));
  });
}

function hashOf(raw: string, name: string): string {
  const copy = join(raw, '..', name);
  execFileSync('debugfs', ['-R', `dump /${name} ${copy}`, raw], { stdio: 'ignore' });
  return createHash('sha256').update(readFileSync(copy)).digest('hex');
}
