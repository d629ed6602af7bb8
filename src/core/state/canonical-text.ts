/** Texts of values that were met before; the values of a document are never changed, only replaced. */
const known = new WeakMap<object, string>();

/**
 * Canonical JSON of a checked document value: keys sorted by code units, no blanks, the same text as
 * fast-json-stable-stringify gives. A change of the document shares all but a few of its values with the one before, and
 * those are not put into text again: a commit costs what has changed.
 */
export function canonicalText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const before = known.get(value);
  if (before !== undefined) return before;
  const text = Array.isArray(value) ? listText(value) : tableText(value as { readonly [key: string]: unknown });
  known.set(value, text);
  return text;
}

function listText(values: readonly unknown[]): string {
  return `[${values.map(canonicalText).join(',')}]`;
}

function tableText(table: { readonly [key: string]: unknown }): string {
  const fields = Object.keys(table)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(table[key])}`);
  return `{${fields.join(',')}}`;
}
