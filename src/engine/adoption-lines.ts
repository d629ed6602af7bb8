import type { AdoptReport } from '../core/report/adopt-report.ts';
import type { StateDocument } from '../core/state/document.ts';

/** What an adoption takes into the record, one line each, for the person who is asked. */
export function adoptionLines(report: AdoptReport, base: StateDocument | null): readonly string[] {
  const from = base === null ? 'nothing: no version of the record reads' : `version ${String(base.version)}`;
  return [
    ...(report.damaged === null ? [] : [`${report.damaged} does not read; the new record goes on from ${from}`]),
    ...report.adopted.map(
      ({ name, uuid, address, state, pid }) =>
        `  takes in node ${name} (${address}, UUID ${uuid}), ${state}${pid === null ? '' : ` as pid ${String(pid)}`}`,
    ),
    ...report.retained.map(({ node, disk, file }) => `  takes in kept disk ${disk} of ${node} (${file})`),
    ...report.leftAlone.map(({ path, problem }) => `  leaves alone ${path}: ${problem}`),
    '  changes nothing but the record; protection and ports of a node come back with the next up',
  ];
}
