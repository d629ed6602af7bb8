import { failureTexts } from '../core/failure-text.ts';
import type { Failed } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { Processes } from '../ports/processes.ts';
import type { StateStore } from '../ports/state-store.ts';

/**
 * Whether a refusal may be about half-done work of a command that lives, such as a node that it is just destroying: only what
 * it leaves can tell, so its end is waited for. A command that is gone may have ended its work since the document was read;
 * one that left the document as it was read has been interrupted. A mistake in what was asked for is one whatever the state.
 */
export async function mayYetPass(
  { processes, store }: { readonly processes: Pick<Processes, 'judge'>; readonly store: Pick<StateStore, 'read'> },
  document: StateDocument | null,
  refused: Failed,
): Promise<boolean> {
  const owner = document?.fence.owner ?? null;
  if (owner === null || refused.failures.some(({ reason }) => failureTexts[reason].class !== 'conflict')) return false;
  if (processes.judge(owner.identity) === 'alive') return true;
  const now = await store.read();
  return now.ok && now.value?.version !== document?.version;
}
