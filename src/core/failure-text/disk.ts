import type { FailureTexts } from '../failure-class.ts';
import type { DiskFailures } from '../failure/disk.ts';

export const diskTexts = {
  unknown_disk: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: has no data disk ${f.path}${f.known.length === 0 ? '' : `; it has ${f.known.join(', ')}`}`,
    next: () => [['disk', 'list']],
  },
  unknown_snapshot: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: disk ${f.path} has no snapshot ${f.snapshot}${f.known.length === 0 ? ', and no other' : `; it has ${f.known.join(', ')}`}`,
    next: () => [['disk', 'list']],
  },
  disk_in_use: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `node ${f.node}: runs and has disk ${f.path} in use; it has to be stopped to ${f.doing}`,
    next: (f) => [['stop', f.node]],
  },
  data_disk_broken: {
    class: 'integrity',
    left: 'known',
    message: (f) => `node ${f.node}: disk ${f.path}: ${f.file} ${f.problem}, so it is left alone`,
  },
  disk_retained: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: was destroyed and disk ${f.path} is kept for its next life; that has to be made first, or disk export reads it`,
    next: (f) => [['up', f.node]],
  },
  snapshot_limit: {
    class: 'resource',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: disk ${f.path} has ${String(f.kept)} snapshots, and what is on it now could not be kept as one more`,
    next: (f) => [['disk', 'delete-snapshot', f.node, f.path, f.oldest]],
  },
  snapshot_exists: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.file}: has a snapshot ${f.snapshot} already`,
  },
  restore_unfinished: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: the restore of disk ${f.path} was interrupted, and has to be finished first: what is on it is neither the one nor the other`,
    next: (f) => [['disk', 'restore', f.node, f.path, f.snapshot]],
  },
  export_in_home: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `${f.path}: stands in the home ${f.home}, which holds what Paddock makes and nothing else; name a file outside`,
  },
  export_exists: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.path}: is there already, and an export writes over nothing`,
  },
} satisfies FailureTexts<DiskFailures>;
