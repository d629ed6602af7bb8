import type { Failure } from './failure.ts';
import { failureTexts } from './failure-text.ts';
import type { Result } from './result.ts';

/** For stages that only look, or whose only change is a commit that did not happen: whatever fails there has left nothing. */
export function untouched<T>(result: Result<T>): Result<T> {
  return result.ok ? result : { ok: false, failures: result.failures.map(withNothingLeft) };
}

/** Where the state of a VM cannot be told, that stays said: it was so before. A document that was published was published. */
function withNothingLeft(failure: Failure): Failure {
  if (failure.reason === 'state_not_durable') return failure;
  return failureTexts[failure.reason].left === 'known' ? { ...failure, left: 'nothing' } : failure;
}
