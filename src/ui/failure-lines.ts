import { oneLine } from '../core/one-line.ts';
import type { FailureDocument } from './failure-document.ts';

/** Last lines of a failed program that are worth a person's screen; the structured form has all that was kept. */
const programLines = 8;

/** Failures for people: each with the end of what its program said, then the commands to try. */
export function failureLines(documents: readonly FailureDocument[], next: readonly string[]): readonly string[] {
  const complaints = documents.flatMap((document) => [`error: ${oneLine(document.message)}`, ...saidBy(document)]);
  return [...complaints, ...next.map((command) => `next: ${oneLine(command)}`)];
}

function saidBy(document: FailureDocument): readonly string[] {
  const stderr = document.command?.stderr.trimEnd() ?? '';
  if (stderr === '') return [];
  return stderr
    .split('\n')
    .slice(-programLines)
    .map((line) => `  ${line}`);
}
