import { failure, type FailureOf } from '../failure.ts';
import type { NodeRecord } from '../state/document.ts';

/** The data disks of a node on which a restore was begun and did not end: what is on one is neither what was there nor what is to be. */
export function unfinishedRestores({ name, spec, parts }: NodeRecord): readonly {
  readonly persistent: boolean;
  readonly failure: FailureOf<'restore_unfinished'>;
}[] {
  return parts.flatMap(({ disk, outputs }) => {
    const { restoring: snapshot } = outputs;
    if (typeof snapshot !== 'string') return [];
    const of = spec.disks.find(({ id }) => id === disk);
    const path = of?.path ?? disk ?? '';
    return [
      { persistent: of?.persistent ?? false, failure: failure('restore_unfinished', { node: name, path, snapshot }) },
    ];
  });
}
