/** Everything a terminal would act on instead of show: C0, DEL, C1, and the marks that end lines or reorder text. */
const acting = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const named = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Text of a file, a guest or a program as a part of one line: what a terminal acts on becomes an escape. */
export function oneLine(text: string): string {
  return text.replace(acting, (character) => named.get(character) ?? escaped(character));
}

/** The character as `\x1b` or `\u202e`. */
export function escaped(character: string): string {
  const code = character.charCodeAt(0);
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
