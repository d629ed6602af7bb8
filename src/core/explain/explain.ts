import { exitStatusOf, type FailureClass, type FailureText, type Left } from '../failure-class.ts';
import type { Failure } from '../failure.ts';
import { failureTexts } from '../failure-text.ts';
import { nearestName } from '../nearest-name.ts';
import { sampleFields } from './sample-fields.ts';
import { type VariableNote, variableNotes } from './variable-notes.ts';

export type Explanation =
  | ({ readonly kind: 'variable'; readonly name: string } & VariableNote)
  | {
      readonly kind: 'reason';
      readonly name: string;
      readonly class: FailureClass;
      readonly exit: number;
      readonly left: Left;
      /** Its sentence, with the names of its fields in place of what they would hold; null where it cannot be said so. */
      readonly says: string | null;
      /** Words after `paddock` of what it advises. */
      readonly next: readonly (readonly string[])[];
    };

/** What a reason of a failure, or a variable of a manifest, is about; null for a name that is neither. */
export function explain(name: string): Explanation | null {
  if (Object.hasOwn(variableNotes, name)) {
    return { kind: 'variable', name, ...variableNotes[name as keyof typeof variableNotes] };
  }
  if (!Object.hasOwn(failureTexts, name)) return null;
  const text = failureTexts[name as keyof typeof failureTexts] as FailureText<Failure>;
  return {
    kind: 'reason',
    name,
    class: text.class,
    exit: exitStatusOf[text.class],
    left: text.left,
    says: tried(() => sentence(text)),
    next: tried(() => (text.next?.(sampleFields()) ?? []).map((words) => words.map(String))) ?? [],
  };
}

export function explainable(): { readonly variables: readonly string[]; readonly reasons: readonly string[] } {
  return { variables: Object.keys(variableNotes), reasons: Object.keys(failureTexts).toSorted() };
}

export function nearestExplainable(typed: string): string | null {
  const { variables, reasons } = explainable();
  return nearestName(typed, [...variables, ...reasons]);
}

function sentence(text: FailureText<Failure>): string | null {
  // A sentence that is a field alone is its stand-in.
  const shown: unknown = text.message(sampleFields());
  const said = String(shown);
  return /undefined|NaN|\[object/.test(said) ? null : said;
}

/** A sentence may do with a field what a stand-in cannot take. */
function tried<T>(say: () => T): T | null {
  try {
    return say();
  } catch {
    return null;
  }
}
