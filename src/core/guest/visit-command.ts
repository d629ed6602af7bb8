import { guestCheck } from './guest-check.ts';
import { withoutComments } from './script-command.ts';

/** The line behind which a guest that was looked at waits for a script. No line of what the look shows has a space and a colon so. */
export const seenMark = 'paddock: seen';

/**
 * One login that looks at a guest and then runs a script: what `guestCheckCommand` says, the mark, and run-script.sh. The
 * way to root is taken while the host still thinks; a script that never comes runs nothing.
 */
export function visitCommand(runner: string): readonly string[] {
  const text = `${guestCheck} && echo '${seenMark}' && exec sudo -n sh -c "$1" paddock`;
  return ['sh', '-c', text, 'paddock', withoutComments(runner)];
}

export interface VisitReading {
  /** What the look showed. */
  readonly seen: string;
  /** What run-script.sh said. */
  readonly said: string;
}

/** Null for a visit that was over before the mark. */
export function readVisit(stdout: string): VisitReading | null {
  const mark = `\n${seenMark}\n`;
  const at = stdout.indexOf(mark);
  return at === -1 ? null : { seen: stdout.slice(0, at + 1), said: stdout.slice(at + mark.length) };
}
