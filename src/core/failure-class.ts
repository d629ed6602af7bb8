/** What kind of trouble it was; scripts branch on it through the exit status. */
export const exitStatusOf = {
  runtime: 1,
  usage: 2,
  capability: 3,
  conflict: 4,
  partial: 5,
  resource: 6,
  integrity: 7,
  cancelled: 130,
} as const;

export type FailureClass = keyof typeof exitStatusOf;

/** What a failed command has left behind: nothing changed, a recorded change, or a change that must be looked at. */
export type Left = 'nothing' | 'known' | 'unknown';

/** A command to try, as the words after `paddock`; the command line adds the manifest and home it was given. */
export type NextCommand = readonly string[];

/** The only sentences about one kind of failure. */
export interface FailureText<Fields> {
  readonly class: FailureClass;
  readonly left: Left;
  /** Lower case, one line, no full stop: names the object, then the problem, the wrong value and a right one. */
  readonly message: (fields: Fields) => string;
  /** Only where there is one real thing to do, tried from the state that the failure leaves. */
  readonly next?: (fields: Fields) => readonly NextCommand[];
}

/** Closes a text table: every reason of a stage has its words, and no words stand for a reason that is gone. */
export type FailureTexts<Stage> = { readonly [R in keyof Stage]: FailureText<Stage[R]> };
