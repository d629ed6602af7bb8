/** Lines and bytes of a failed program's stderr that are kept in the record. */
export const stderrLines = 20;
export const stderrBytes = 4096;

/** The end of what a program said: whole lines where they fit, without blank lines at the end, UTF-8 never cut in a character. */
export function stderrTail(text: string): string {
  const tail = text.trimEnd().split('\n').slice(-stderrLines).join('\n');
  let kept = '';
  let bytes = 0;
  for (const character of Array.from(tail.slice(-stderrBytes)).reverse()) {
    bytes += utf8Length(character);
    if (bytes > stderrBytes) break;
    kept = character + kept;
  }
  return kept;
}

function utf8Length(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
