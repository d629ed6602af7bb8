/** How far a QMP conversation had come. */
export type QmpPhase = 'connect' | 'greeting' | 'negotiation' | 'command';

/** What can go wrong with QMP, by the phase in which it did. */
export type QmpTrouble =
  /** Nothing listens: no socket, or nobody behind it. */
  | { readonly kind: 'no_listener'; readonly phase: 'connect'; readonly detail: string }
  /** It accepts and says nothing within the limit. Before a command was sent, so nothing can have happened. */
  | { readonly kind: 'silent'; readonly phase: QmpPhase; readonly detail: string }
  /** It hung up before a command was sent. */
  | { readonly kind: 'closed'; readonly phase: QmpPhase; readonly detail: string }
  /** What it says is no QMP, or longer than any reply may be. */
  | { readonly kind: 'not_qmp'; readonly phase: QmpPhase; readonly detail: string }
  /** It answered with an error: the command was not carried out. */
  | { readonly kind: 'refused'; readonly phase: QmpPhase; readonly detail: string; readonly errorClass: string }
  /** The command was sent and no answer came: it may or may not have been carried out. */
  | { readonly kind: 'outcome_unknown'; readonly phase: 'command'; readonly detail: string };

export type QmpAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly trouble: QmpTrouble };

export function answered<T>(value: T): QmpAnswer<T> {
  return { ok: true, value };
}

export function troubled(trouble: QmpTrouble): { readonly ok: false; readonly trouble: QmpTrouble } {
  return { ok: false, trouble };
}
