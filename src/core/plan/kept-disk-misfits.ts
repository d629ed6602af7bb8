import type { Uuid } from '../names.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import type { StateDocument } from '../state/document.ts';
import { takeableDisks } from '../state/kept-disks.ts';
import { type KeptDiskProblem, keptDiskProblem } from './kept-disk-problem.ts';

export interface Misfit extends KeptDiskProblem {
  readonly diskUuid: Uuid;
  readonly path: string;
}

/** Disks kept for a node that cannot be what its spec asks for, by their record. */
export function keptDiskMisfits(
  { name, disks }: Pick<NodeSpec, 'name' | 'disks'>,
  document: StateDocument,
): readonly Misfit[] {
  const kept = takeableDisks(document, name);
  return disks.flatMap((wanted) => {
    const disk = kept.find((each) => each.disk === wanted.id);
    const problem = disk === undefined ? null : keptDiskProblem(disk, wanted);
    return disk === undefined || problem === null ? [] : [{ diskUuid: disk.diskUuid, path: disk.path, ...problem }];
  });
}
