import { failureTexts } from '../core/failure-text.ts';
import type { Failed } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { Processes } from '../ports/processes.ts';

/**
 * Whether a refusal may be about half-done work of a command that lives, such as a node that it is just destroying: only what
 * it leaves can tell, so its end is waited for. A mistake in what was asked for is one whatever the state.
 */
export function mayYetPass(
  { processes }: { readonly processes: Pick<Processes, 'judge'> },
  document: StateDocument | null,
  refused: Failed,
): boolean {
  const owner = document?.fence.owner ?? null;
  if (owner === null || processes.judge(owner.identity) !== 'alive') return false;
  return refused.failures.every(({ reason }) => failureTexts[reason].class === 'conflict');
}
