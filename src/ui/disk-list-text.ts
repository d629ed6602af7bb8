import { displaySize } from '../core/display-size.ts';
import type { DiskListReport } from '../core/report/disk-report.ts';
import { textTable } from './text-table.ts';

type Disk = DiskListReport['disks'][number];

/** The disks, one a line, then what is inside those that have snapshots. */
export function diskListText({ note, disks }: DiskListReport): string {
  const notes = note === null ? [] : [`note: ${note}`];
  if (disks.length === 0) return [...notes, 'no disks'].join('\n');
  const table = textTable(
    ['NODE', 'DISK', 'STATE', 'SIZE', 'ON HOST', 'LAST WRITTEN', 'SNAPSHOTS'],
    disks.map((disk) => [
      disk.node,
      disk.path ?? 'root',
      disk.state,
      displaySize(disk.sizeBytes),
      disk.hostBytes === null ? '-' : displaySize(disk.hostBytes),
      disk.lastWritten === null ? 'not there' : minute(disk.lastWritten),
      String(disk.snapshots.length),
    ]),
  );
  return [...notes, ...table, ...disks.flatMap(remarks)].join('\n');
}

function remarks(disk: Disk): readonly string[] {
  const name = `${disk.node} ${disk.path ?? 'root'}`;
  return [
    ...disk.snapshots.map((each) => `snapshot: ${name}: ${each.name}, taken ${minute(each.takenAt)} UTC`),
    ...(disk.restoring === null
      ? []
      : [`warning: ${name}: the restore of ${disk.restoring} was begun and has not ended`]),
    ...(disk.problem === null ? [] : [`warning: ${name}: ${disk.problem}`]),
  ];
}

function minute(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
