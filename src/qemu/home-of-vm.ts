import { type BigIntStats, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { diskFiles } from '../core/qemu/disk-files.ts';
import type { HomeOfVm } from '../core/recovery/conclude-evidence.ts';
import type { PresentProcess, Processes } from '../ports/processes.ts';

/**
 * Whether a process with a node's UUID runs on this very root disk, or on that of another home. A copied home has the same
 * records, so nothing that is recorded can tell; the file that the process has open can, whatever the path to it is called.
 */
export function homeOfVm(
  { identity, argv }: PresentProcess,
  rootDisk: string,
  processes: Pick<Processes, 'openFiles'>,
): HomeOfVm {
  const named = diskFiles(argv).find((file) => basename(file) === basename(rootDisk));
  const own = factsOf(rootDisk);
  const open = processes.openFiles(identity.pid) ?? [];
  const held = open.find((file) => isOneFile(own, file));
  if (own !== null && held !== undefined) {
    // A copy made of hard links has the same file under both names: then the name under which it was opened counts.
    if (own.nlink > 1n && !isAt(held.path, rootDisk)) return { kind: 'other_home', home: homeOf(held.path) };
    return { kind: 'ours', movedFrom: named === undefined || isSame(named, rootDisk) ? null : homeOf(named) };
  }
  const tail = sep + placeInHome(rootDisk);
  const elsewhere = open.find(({ path }) => path.endsWith(tail));
  if (elsewhere !== undefined && !isAt(elsewhere.path, rootDisk))
    return { kind: 'other_home', home: homeOf(elsewhere.path) };
  // It may not be looked into, has not opened its disks yet, or the file was removed under it: its words have to do.
  if (named === undefined) return { kind: 'other_home', home: null };
  return isSame(named, rootDisk) ? { kind: 'ours', movedFrom: null } : { kind: 'other_home', home: homeOf(named) };
}

/** `nodes/<folder>/root.qcow2`. */
function placeInHome(rootDisk: string): string {
  const folder = dirname(rootDisk);
  return join(basename(dirname(folder)), basename(folder), basename(rootDisk));
}

function homeOf(rootDisk: string): string {
  return dirname(dirname(dirname(rootDisk)));
}

/** The same place in the same home, by whatever path that is reached; the disk itself may be gone. */
function isAt(path: string, rootDisk: string): boolean {
  if (path === rootDisk) return true;
  return placeInHome(path) === placeInHome(rootDisk) && isOneFile(factsOf(homeOf(path)), factsOf(homeOf(rootDisk)));
}

/** One file by its place, or by itself where mounts give it more than one. */
function isSame(named: string, rootDisk: string): boolean {
  const one = factsOf(named);
  return isAt(named, rootDisk) || (one?.nlink === 1n && isOneFile(one, factsOf(rootDisk)));
}

type FileIdentity = Pick<BigIntStats, 'dev' | 'ino'>;

function isOneFile(one: FileIdentity | null, other: FileIdentity | null): boolean {
  return one !== null && one.dev === other?.dev && one.ino === other.ino;
}

function factsOf(file: string): BigIntStats | null {
  try {
    return statSync(file, { bigint: true });
  } catch {
    return null;
  }
}
