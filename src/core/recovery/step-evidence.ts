import type { Part } from '../state/part.ts';
import type { Evidence, UnknownWhy } from './evidence.ts';

/** What was looked at for one interrupted step, and what was seen. */
export type StepEvidence =
  /** The command that took the step is still at work. */
  | { readonly about: 'owner'; readonly seen: { readonly kind: 'alive' } }
  /** Nothing was looked at: what the step does needs no look, or it never passed its barrier. */
  | { readonly about: 'nothing'; readonly seen: { readonly kind: 'not_asked' } }
  | { readonly about: 'vm'; readonly seen: Evidence }
  | { readonly about: 'file'; readonly seen: FileEvidence };

/** What stands where a step makes or removes a file. */
export type FileEvidence =
  /** As the step would have left it; the outputs are those that its effect would have reported. */
  | { readonly kind: 'right'; readonly outputs: Part['outputs'] }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'wrong';
      readonly detail: string;
      /** Whether a creation that never committed is all that can have made it. */
      readonly madeBy: 'this_creation' | 'somebody';
    }
  | { readonly kind: 'unknown'; readonly why: UnknownWhy; readonly detail: string };

export const notAsked: StepEvidence = { about: 'nothing', seen: { kind: 'not_asked' } };
