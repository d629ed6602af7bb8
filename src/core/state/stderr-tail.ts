/** Lines and bytes of a failed program's stderr that are kept in the record. */
export const stderrLines = 20;
export const stderrBytes = 4096;

/** The end of what a program said, from the beginning of a line where that is possible; never cut in a character. */
export function stderrTail(text: string): string {
  const tail = text.trimEnd().split('\n').slice(-stderrLines).join('\n');
  const kept = lastBytes(tail);
  if (kept.length === tail.length) return kept;
  const lineEnd = kept.indexOf('\n');
  return lineEnd === -1 ? kept : kept.slice(lineEnd + 1);
}

function lastBytes(text: string): string {
  let kept = '';
  let bytes = 0;
  for (const character of Array.from(text.slice(-stderrBytes)).reverse()) {
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
