import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from './open-lab.ts';

export interface DiskStanding {
  readonly inode: number;
  readonly fileBytes: number;
  readonly virtualSizeBytes: number;
}

/** Every disk of the lab's home, by its path below the home; also while its guests run. */
export function diskStanding(lab: Lab): ReadonlyMap<string, DiskStanding> {
  const names = readdirSync(lab.home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.qcow2'));
  return new Map(names.sort().map((name) => [name, standingOf(join(lab.home, name))]));
}

function standingOf(path: string): DiskStanding {
  const info = execFileSync('qemu-img', ['info', '--force-share', '--output=json', path], { encoding: 'utf8' });
  const facts = statSync(path);
  const virtualSizeBytes = (JSON.parse(info) as { readonly 'virtual-size': number })['virtual-size'];
  return { inode: facts.ino, fileBytes: facts.size, virtualSizeBytes };
}

/** The disks that one node has now, by their bytes. Precondition: it is stopped. */
export function diskHashes(lab: Lab, node: string): ReadonlyMap<string, string> {
  const { folder = '', parts = [] } = lab.document().nodes[node] ?? {};
  const disks = parts.flatMap(({ kind, file }) => (kind === 'data_disk' && file !== null ? [file] : []));
  const hash = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(lab.home, file)))
      .digest('hex');
  return new Map([`${folder}/root.qcow2`, ...disks].map((file) => [file, hash(file)]));
}
