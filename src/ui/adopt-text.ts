import type { AdoptReport } from '../core/report/adopt-report.ts';
import { textTable } from './text-table.ts';

/** What was taken into the record, or would be, for people. */
export function adoptText(report: AdoptReport, { dryRun }: { readonly dryRun: boolean }): string {
  const { damaged, adopted, retained, leftAlone } = report;
  const rows = adopted.map(({ name, address, state, pid, folder }) => [
    name,
    address,
    state,
    pid === null ? '-' : String(pid),
    folder,
  ]);
  const nothing = damaged === null && adopted.length === 0 && retained.length === 0;
  return [
    ...(damaged === null
      ? []
      : [`${damaged} does not read: a new version of the record ${dryRun ? 'would stand' : 'stands'} on top of it`]),
    ...(rows.length === 0
      ? []
      : textTable([dryRun ? 'WOULD ADOPT' : 'ADOPTED', 'ADDRESS', 'STATE', 'PID', 'FOLDER'], rows)),
    ...retained.map(({ node, disk, file }) => `kept disk: ${disk} of ${node}, ${file}`),
    ...leftAlone.map(({ path, problem }) => `left alone: ${path}: ${problem}`),
    ...(dryRun && !nothing ? ['nothing was changed: recover --adopt takes it into the record'] : []),
    ...(nothing ? [leftAlone.length === 0 ? 'nothing stands there that is not recorded' : 'nothing was taken in'] : []),
  ].join('\n');
}
