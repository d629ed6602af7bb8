import type { FailureText } from '../../failure-class.ts';
import type { AboutValue } from '../../failure/manifest/value.ts';
import { type Position, formatPosition } from '../../position.ts';

/** A complaint about a place in the manifest: wrong usage, nothing done yet. */
export function complaint<F extends { readonly at: Position }>(problem: (fields: F) => string): FailureText<F> {
  return { class: 'usage', left: 'nothing', message: (f) => `${formatPosition(f.at)}: ${problem(f)}` };
}

/** A complaint about a value, with the node, the variable and the value as written in front. */
export function valueComplaint<F extends AboutValue>(problem: (fields: F) => string): FailureText<F> {
  return complaint((f) => `${f.subject} ${f.variable} = ${f.shown}: ${problem(f)}`);
}
