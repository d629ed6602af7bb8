/** Asks a person. Only `approved` is a yes; no terminal is its own answer and is never a yes. */
export interface Approver {
  confirm(question: Confirmation): Promise<'approved' | 'declined' | 'no_terminal'>;
}

export interface Confirmation {
  /** What goes and what stays, one line each, ready to print. */
  readonly lines: readonly string[];
  /** What has to be typed; a mistyped answer is a decline. */
  readonly expected: string;
  /** The command asked about, for the refusal text. */
  readonly command: string;
}
