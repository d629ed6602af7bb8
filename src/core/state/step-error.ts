import type { Failure } from '../failure.ts';
import { describeFailure } from '../failure-text.ts';
import type { FailedCommand, StepError } from './part.ts';
import { stderrTail } from './stderr-tail.ts';

/** A failure as it goes on record: its words, and the program that failed with the end of what it said. */
export function stepError(failure: Failure): StepError {
  const { reason, message } = describeFailure(failure);
  return { reason, message, command: failedCommand(failure) };
}

function failedCommand(failure: Failure): FailedCommand | null {
  if (!('command' in failure) || typeof failure.command === 'string') return null;
  return { ...failure.command, stderr: stderrTail(failure.command.stderr) };
}
