/** What reset-disk.sh says that it did. `kept` when nothing was written, with the reason. */
export type ResetEnd =
  | { readonly kind: 'reset'; readonly type: string }
  | { readonly kind: 'kept'; readonly why: string };

const longestReason = 300;

/** Reads the one line of reset-disk.sh; null for anything else, and then nobody knows. */
export function readReset(stdout: string): ResetEnd | null {
  const [word, ...rest] = (stdout.trimEnd().split('\n').at(-1) ?? '').split(' ');
  const text = rest.join(' ').slice(0, longestReason);
  if (word === 'reset' && text !== '') return { kind: 'reset', type: text };
  return word === 'kept' ? { kind: 'kept', why: text } : null;
}
