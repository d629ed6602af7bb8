/** Keeps waiters quiet. It grants nothing: only a commit of the fence does. */
export interface WaitingRoom {
  /**
   * Takes the place of the one who is next to own this epoch; null when somebody is in it. A dead command may seem to be
   * in it for ever, so whoever finds the fence free does not wait long for the place. Never fails: without a room,
   * everybody goes on without a place.
   */
  tryEnter(epoch: number): Promise<Place | null>;
}

export interface Place {
  readonly epoch: number;
  /** True once the room says that someone else may have taken the place: whoever holds it must look at the fence again. */
  compromised(): boolean;
  leave(): Promise<void>;
}
