import { destructionLines } from '../core/plan/destruction-lines.ts';
import type { DestructionView } from './destruction-document.ts';

/** What a destruction would do, for people, with the hash that `--expect-plan` takes. */
export function destructionText({ command, planHash, destruction, lastWritten }: DestructionView): string {
  const nothing = destruction.nodes.length === 0 && [...destruction.retained].every(({ end }) => end === 'kept');
  const lines = nothing && destruction.home === 'kept' ? ['nothing to destroy'] : [];
  return [
    ...lines,
    ...destructionLines(destruction, lastWritten),
    `nothing was changed; ${command} --expect-plan ${planHash} does this and no other`,
  ].join('\n');
}
