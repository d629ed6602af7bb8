import type { Uuid } from '../names.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import type { StateDocument } from '../state/document.ts';
import { takeableDisks } from '../state/kept-disks.ts';
import { disksToTake } from './disks-to-take.ts';
import type { KeptDiskProblem } from './kept-disk-problem.ts';

export interface Misfit extends KeptDiskProblem {
  readonly diskUuid: Uuid;
  readonly path: string;
}

/** Disks kept for a node that cannot be what its spec asks for, by their record. */
export function keptDiskMisfits(
  { name, disks }: Pick<NodeSpec, 'name' | 'disks'>,
  document: StateDocument,
): readonly Misfit[] {
  return disksToTake(disks, takeableDisks(document, name)).flatMap(({ disk: { diskUuid, path }, problem }) =>
    problem === null ? [] : [{ diskUuid, path, ...problem }],
  );
}
