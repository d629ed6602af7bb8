import type { Brand } from '../brand.ts';
import type { Action } from '../plan/action.ts';
import type { Authorized } from '../plan/grant.ts';
import type { Result } from '../result.ts';

/**
 * An authorised action whose step has passed its start barrier: the only value that opens an effect.
 * Made only by engine/with-running.ts.
 */
export type Running<A extends Action> = Authorized<A> & Brand<'Running'> & Owned;

/** What an effect asks right before it acts: a barrier stays passed, and its command may have lost the deployment since. */
export interface Owned {
  /** `fenced` when another command has taken over, read just now. */
  readonly stillOwned: () => Promise<Result<void>>;
}

/** A recorded step that carries its authorised action with it. */
export interface Step<A extends Action> {
  readonly id: string;
  readonly action: A;
}
