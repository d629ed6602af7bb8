const mostLines = 20;
const mostCharacters = 4096;

/** The end of what a program said: at most 20 lines and 4 KiB, from the beginning of a line where that is possible. */
export function lastLines(text: string): string {
  const lines = text.trimEnd().split('\n').slice(-mostLines).join('\n');
  if (lines.length <= mostCharacters) return lines;
  const tail = lines.slice(-mostCharacters);
  const firstBreak = tail.indexOf('\n');
  return firstBreak === -1 ? tail : tail.slice(firstBreak + 1);
}
