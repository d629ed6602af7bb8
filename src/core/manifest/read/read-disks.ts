import { failure } from '../../failure.ts';
import { bytesPerUnit, formatSize } from '../../spec/format-size.ts';
import type { DiskSpec } from '../../spec/node-spec.ts';
import type { YamlNode } from '../yaml/node.ts';
import { type ReadContext, aboutNode, deeper } from './read-context.ts';
import { readFields } from './read-fields.ts';
import { readList } from './read-list.ts';
import { readChoice } from './read-matching.ts';
import { readAbsolutePath, refuseSystemPath, systemFolders } from './read-path.ts';
import { type SizeRule, readSize } from './read-size.ts';
import { readTruth } from './read-truth.ts';

/** Root and data disks: whole sectors, and no larger than what qcow2 and ext4 agree on. */
export const diskSizeRule: SizeRule = {
  bareUnit: 'GiB',
  leastBytes: 16 * bytesPerUnit.MiB,
  mostBytes: 16 * bytesPerUnit.TiB,
  stepBytes: 512,
  example: '64GiB',
};

export const defaultDiskBytes = 128 * bytesPerUnit.GiB;

// A disk on the homes would hide what the guest needs to be reached.
const foldersWithoutDisk = ['/root', '/home', ...systemFolders];

/** mkfs.xfs refuses anything smaller. */
const leastXfsBytes = 300 * bytesPerUnit.MiB;

/** A machine has 30 PCI slots: 6 for what every node has, and one for each disk and each of at most 8 shares. */
const disksLimit = 16;

const example = '{path: /data, size: 128}';

/** Data disks of one node, sorted by id. */
export function readDisks(node: YamlNode, context: ReadContext): readonly DiskSpec[] | undefined {
  if (node.kind === 'list' && node.items.length > disksLimit) {
    const shown = `${String(node.items.length)} disks`;
    context.report(failure('too_many_disks', { ...aboutNode(node, context), shown, limit: disksLimit }));
  }
  const byId = new Map<string, DiskSpec>();
  const disks = readList(node, context, {
    example: `[${example}]`,
    item: (item, inner) => {
      const disk = readDisk(item, inner);
      if (disk === undefined) return undefined;
      const other = byId.get(disk.id);
      if (other === undefined) byId.set(disk.id, disk);
      else
        inner.report(
          failure('duplicate_disk', { ...aboutNode(item, inner), shown: disk.path, id: disk.id, other: other.path }),
        );
      return other === undefined ? disk : undefined;
    },
  });
  if (disks === undefined || disks.length > disksLimit) return undefined;
  return disks.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

function readDisk(node: YamlNode, context: ReadContext): DiskSpec | undefined {
  const found = readFields(node, context, { fields: ['path', 'size', 'fs', 'persistent'], needed: ['path'], example });
  if (found?.path === undefined) return undefined;
  const place = readDiskPath(found.path, deeper(context, '.path'));
  const fs = found.fs === undefined ? 'auto' : readChoice(found.fs, deeper(context, '.fs'), ['auto', 'xfs', 'ext4']);
  const sizeBytes =
    found.size === undefined ? defaultDiskBytes : readSize(found.size, deeper(context, '.size'), diskSizeRule);
  const persistent =
    found.persistent === undefined ? false : readTruth(found.persistent, deeper(context, '.persistent'));
  if (place === undefined || fs === undefined || sizeBytes === undefined || persistent === undefined) return undefined;
  if (fs === 'xfs' && sizeBytes < leastXfsBytes && found.size !== undefined) {
    const about = aboutNode(found.size, deeper(context, '.size'));
    context.report(failure('disk_too_small', { ...about, fs, write: formatSize(leastXfsBytes) }));
    return undefined;
  }
  return { ...place, sizeBytes, fs, persistent };
}

function readDiskPath(
  node: YamlNode,
  context: ReadContext,
): { readonly id: string; readonly path: string } | undefined {
  const path = readAbsolutePath(node, context, '/data');
  if (path === undefined || refuseSystemPath(node, context, { path, folders: foldersWithoutDisk })) return undefined;
  const id = diskId(path);
  if (/^[a-z][a-z0-9-]{0,31}$/.test(id)) return { id, path };
  context.report(failure('bad_disk_id', { ...aboutNode(node, context), id }));
  return undefined;
}

/** The identity of a data disk: its path without outer `/`, with inner `/` as `-`. */
export function diskId(path: string): string {
  return path.slice(1).replaceAll('/', '-');
}
