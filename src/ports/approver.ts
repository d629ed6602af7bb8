import type { NextCommand } from '../core/failure-class.ts';

/** Asks a person. Only `approved` is a yes; no terminal is its own answer and is never a yes. */
export interface Approver {
  confirm(question: Confirmation): Promise<Answer>;
}

export interface Confirmation {
  /** What goes and what stays, one line each, ready to print. */
  readonly lines: readonly string[];
  /** What has to be typed; a mistyped answer is a decline. */
  readonly expected: string;
  /** The command asked about, for the refusal text. */
  readonly command: string;
  /** The words after `paddock` that ask for the same and answer it. */
  readonly confirmed: NextCommand;
}

export type Answer =
  | { readonly kind: 'approved' }
  | { readonly kind: 'no_terminal' }
  /** What was typed instead, without blanks around it; null when the input ended or the question was interrupted. */
  | { readonly kind: 'declined'; readonly typed: string | null };
