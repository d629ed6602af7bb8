import type { DiskSpec } from '../spec/node-spec.ts';
import type { JudgedChange } from './plan.ts';
import { formatSize } from '../spec/format-size.ts';

/** Data disks by identity. Growth keeps the bytes; everything else makes another disk. */
export function compareDisks(from: readonly DiskSpec[], to: readonly DiskSpec[]): readonly JudgedChange[] {
  const ids = [...new Set([...from, ...to].map((disk) => disk.id))].sort();
  return ids.flatMap((id) => {
    const a = from.find((disk) => disk.id === id);
    const b = to.find((disk) => disk.id === id);
    if (a !== undefined && b !== undefined) return compareDisk(a, b);
    return [{ path: `vm_disks[${(a ?? b)?.path ?? id}]`, from: diskWords(a), to: diskWords(b), needs: 'recreate' }];
  });
}

function compareDisk(a: DiskSpec, b: DiskSpec): readonly JudgedChange[] {
  const path = `vm_disks[${a.path}]`;
  const changes: JudgedChange[] = [];
  if (a.path !== b.path) changes.push({ path: `${path}.path`, from: a.path, to: b.path, needs: 'recreate' });
  if (a.sizeBytes !== b.sizeBytes) {
    const needs = b.sizeBytes > a.sizeBytes ? 'resize' : 'recreate';
    changes.push({ path: `${path}.size`, from: formatSize(a.sizeBytes), to: formatSize(b.sizeBytes), needs });
  }
  if (a.fs !== b.fs) changes.push({ path: `${path}.fs`, from: a.fs, to: b.fs, needs: 'recreate' });
  if (a.persistent !== b.persistent) {
    changes.push({ path: `${path}.persistent`, from: a.persistent, to: b.persistent, needs: 'recreate' });
  }
  return changes;
}

function diskWords(disk: DiskSpec | undefined): unknown {
  if (disk === undefined) return null;
  return { path: disk.path, size: formatSize(disk.sizeBytes), fs: disk.fs, persistent: disk.persistent };
}
