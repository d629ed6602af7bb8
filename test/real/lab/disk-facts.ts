import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from './open-lab.ts';

export interface DiskFacts {
  readonly inode: number;
  readonly virtualSizeBytes: number;
  readonly sha256: string;
}

/** Every disk of the lab's home. Precondition: its VMs are paused, or the bytes change under the reader. */
export function diskFacts(lab: Lab): Readonly<Record<string, DiskFacts>> {
  const names = readdirSync(lab.home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.qcow2'));
  return Object.fromEntries(names.sort().map((name) => [name, factsOf(join(lab.home, name))]));
}

function factsOf(path: string): DiskFacts {
  const info = execFileSync('qemu-img', ['info', '--force-share', '--output=json', path], { encoding: 'utf8' });
  return {
    inode: statSync(path).ino,
    virtualSizeBytes: (JSON.parse(info) as { readonly 'virtual-size': number })['virtual-size'],
    sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
  };
}
