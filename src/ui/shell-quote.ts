const plain = /^[\w@%+=:,./-]+$/;

/** Words as one line that a POSIX shell reads back as the same words. */
export function shellQuote(words: readonly string[]): string {
  return words.map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
