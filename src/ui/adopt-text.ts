import type { AdoptReport } from '../core/report/adopt-report.ts';
import { textTable } from './text-table.ts';

/** What was taken into the record, for people. */
export function adoptText({ damaged, adopted, retained, leftAlone }: AdoptReport): string {
  const rows = adopted.map(({ name, address, state, pid, folder }) => [
    name,
    address,
    state,
    pid === null ? '-' : String(pid),
    folder,
  ]);
  const nothing = damaged === null && adopted.length === 0 && retained.length === 0;
  return [
    ...(damaged === null ? [] : [`${damaged} does not read: a new version of the record stands on top of it`]),
    ...(rows.length === 0 ? [] : textTable(['ADOPTED', 'ADDRESS', 'STATE', 'PID', 'FOLDER'], rows)),
    ...retained.map(({ node, disk, file }) => `kept disk: ${disk} of ${node}, ${file}`),
    ...leftAlone.map(({ path, problem }) => `left alone: ${path}: ${problem}`),
    ...(nothing ? ['nothing stands there that is not recorded'] : []),
  ].join('\n');
}
