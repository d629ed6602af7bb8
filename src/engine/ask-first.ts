import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { Confirmation } from '../ports/approver.ts';
import type { EnginePorts } from './engine-ports.ts';

/**
 * Asks a person before anything is deleted. `confirmation_required` where there is nobody to ask, `declined` with what was
 * typed for every other answer than the expected one.
 */
export async function askFirst(
  { approver }: Pick<EnginePorts, 'approver'>,
  question: Confirmation,
): Promise<Result<void>> {
  const answer = await approver.confirm(question);
  const { command, confirmed: next } = question;
  if (answer.kind === 'approved') return ok(undefined);
  if (answer.kind === 'no_terminal') return fail(failure('confirmation_required', { command, next }));
  return fail(failure('declined', { command, typed: answer.typed, expected: question.expected }));
}
