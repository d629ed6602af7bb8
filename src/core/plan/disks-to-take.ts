import type { DiskSpec } from '../spec/node-spec.ts';
import type { RetainedDisk } from '../state/document.ts';
import { type KeptDiskProblem, keptDiskProblem } from './kept-disk-problem.ts';

export interface DiskToTake {
  readonly wanted: DiskSpec;
  readonly disk: RetainedDisk;
  /** Why it cannot be what is wanted, by its record; null when it can. */
  readonly problem: KeptDiskProblem | null;
}

/**
 * The kept disk that becomes each of the wanted ones: the first of `takeable` that fits, and where none does the first,
 * with what is wrong with it. A disk that nothing is kept for is not in it.
 */
export function disksToTake(wanted: readonly DiskSpec[], takeable: readonly RetainedDisk[]): readonly DiskToTake[] {
  return wanted.flatMap((each) => {
    const able = takeable
      .filter(({ disk }) => disk === each.id)
      .map((disk) => ({ wanted: each, disk, problem: keptDiskProblem(disk, each) }));
    return able.find(({ problem }) => problem === null) ?? able[0] ?? [];
  });
}
