import type { AdoptReport } from '../core/report/adopt-report.ts';
import type { StateDocument } from '../core/state/document.ts';

type Adopted = AdoptReport['adopted'][number];

/** What an adoption takes into the record, one line each, for the person who is asked. */
export function adoptionLines(report: AdoptReport, base: StateDocument | null): readonly string[] {
  const from = base === null ? 'nothing: no version of the record reads' : `version ${String(base.version)}`;
  const untold = report.adopted.filter(({ agreedOnFile }) => !agreedOnFile).map(({ name }) => name);
  return [
    ...(report.damaged === null ? [] : [`${report.damaged} does not read; the new record goes on from ${from}`]),
    ...report.adopted.map(nodeLine),
    ...report.retained.map(({ node, disk, file }) => `  takes in kept disk ${disk} of ${node} (${file})`),
    ...report.leftAlone.map(({ path, problem }) => `  leaves alone ${path}: ${problem}`),
    ...(untold.length === 0
      ? []
      : [`  nothing on file tells of protection and ports of ${untold.join(', ')}: they come with the next up`]),
    '  changes nothing but the record',
  ];
}

function nodeLine({ name, uuid, address, state, pid, protect }: Adopted): string {
  const process = pid === null ? '' : ` as pid ${String(pid)}`;
  return `  takes in node ${name} (${address}, UUID ${uuid}), ${state}${process}${protect ? ', protected' : ''}`;
}
