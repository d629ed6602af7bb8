import { failure, type FailureOf } from '../failure.ts';
import type { NodeRecord } from '../state/document.ts';
import { isKeptDisk } from '../state/is-kept-disk.ts';

/** The data disks of a node on which a restore was begun and did not end: what is on one is neither what was there nor what is to be. */
export function unfinishedRestores(record: NodeRecord): readonly {
  readonly persistent: boolean;
  readonly failure: FailureOf<'restore_unfinished'>;
}[] {
  const { name, spec, parts } = record;
  return parts.flatMap(({ disk, outputs }) => {
    const { restoring: snapshot } = outputs;
    if (typeof snapshot !== 'string') return [];
    const path = spec.disks.find(({ id }) => id === disk)?.path ?? disk ?? '';
    const persistent = isKeptDisk(record, disk);
    return [{ persistent, failure: failure('restore_unfinished', { node: name, path, snapshot }) }];
  });
}
