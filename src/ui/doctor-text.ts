import type { DoctorReport, HostFinding } from '../core/report/doctor-report.ts';
import { oneLine } from '../core/one-line.ts';
import type { Carried } from './carry-on.ts';
import { failureDocument } from './failure-document.ts';
import { type Colour, type Paint, paint } from './paint.ts';

const marks = {
  ok: { word: 'ok', style: 'green' },
  limited: { word: 'limited', style: 'yellow' },
  missing: { word: 'missing', style: 'red' },
} as const satisfies { readonly [S in HostFinding['state']]: { readonly word: string; readonly style: Paint } };

const stateWidth = 9;
const nameWidth = 15;

/** The list of checks: what each saw, or what it needs, what is wrong and what to do about it. */
export function doctorText(
  { ready, findings }: DoctorReport,
  { carried, colour }: { readonly carried: Carried; readonly colour: Colour },
): string {
  const lines = findings.flatMap((finding) => [
    headOf(finding, colour),
    ...finding.failures.flatMap((failure) => {
      const { message, next } = failureDocument(failure, carried);
      return [message, ...next.map((command) => `next: ${command}`)].map(
        (line) => `${' '.repeat(stateWidth)}${oneLine(line)}`,
      );
    }),
  ]);
  const ending = ready ? 'this host can run labs' : 'this host cannot run labs yet';
  return [...unrepeated(lines), ending].join('\n');
}

function headOf({ name, needs, state, saw }: HostFinding, colour: Colour): string {
  const { word, style } = marks[state];
  const said = saw === null ? `needs ${needs}` : oneLine(saw);
  return `${paint(word, style, colour)}${' '.repeat(stateWidth - word.length)}${name.padEnd(nameWidth)}${said}`;
}

/** One program for several things is one command to type. */
function unrepeated(lines: readonly string[]): readonly string[] {
  return lines.filter((line, index) => !line.trimStart().startsWith('next: ') || lines.lastIndexOf(line) === index);
}
