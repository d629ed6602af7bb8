import type { Result } from '../core/result.ts';

/** Keeps waiters quiet. It grants nothing: only a commit of the fence does. */
export interface WaitingRoom {
  /** Waits for the turn of this epoch. `busy` after `limitMs`; garbage or a dead holder in the room never blocks. */
  enter(request: EnterRequest): Promise<Result<Place>>;
}

export interface EnterRequest {
  readonly epoch: number;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

export interface Place {
  /** True once the room says that someone else may have taken the place: checked at every barrier. */
  compromised(): boolean;
  leave(): Promise<void>;
}
