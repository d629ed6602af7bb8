/**
 * Words as the one line that ssh hands to the guest's shell, which reads back exactly these words. Every word is quoted:
 * a bare one could be a keyword, an alias or an assignment to that shell.
 */
export function remoteCommand(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}
