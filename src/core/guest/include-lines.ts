/**
 * Our lines in a person's own OpenSSH configuration. The text is any that has one character for each byte, so that what
 * is not ours comes out as it went in.
 */

/** What did not exist before the lines were put in, and goes with them when nothing else has come since. */
export type MadeForIt = 'nothing' | 'file' | 'folder';

const remark = '# The next line is from paddock ssh-config --install; --remove takes both away';

const remarks = {
  nothing: remark,
  file: `${remark} (it made this file)`,
  folder: `${remark} (it made this file and its folder)`,
} as const satisfies { readonly [M in MadeForIt]: string };

export function includeLine(fragment: string): string {
  return `Include "${fragment}"`;
}

/** The text with our lines at its top, where no `Host` or `Match` of the person has begun, with the line ends it has. */
export function withInclude(text: string, fragment: string, made: MadeForIt): string {
  const end = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
  return `${remarks[made]}${end}${includeLine(fragment)}${end}${text}`;
}

/** True when some line includes the fragment, whoever wrote it. */
export function hasInclude(text: string, fragment: string): boolean {
  return text.split('\n').some((line) => includes(line, fragment));
}

/** The text without our lines, byte for byte what it was; null when nothing includes the fragment. */
export function withoutInclude(
  text: string,
  fragment: string,
): { readonly text: string; readonly made: MadeForIt } | null {
  const lines = text.split(/(?<=\n)/);
  const at = lines.findIndex((line) => includes(line, fragment));
  if (at === -1) return null;
  const above = lines[at - 1]?.trim();
  const made = (['nothing', 'file', 'folder'] as const).find((each) => remarks[each] === above);
  const first = made === undefined ? at : at - 1;
  return { text: [...lines.slice(0, first), ...lines.slice(at + 1)].join(''), made: made ?? 'nothing' };
}

/** Keywords have no case, and a path without spaces needs no quotes. */
function includes(line: string, fragment: string): boolean {
  const [, path] = /^\s*include\s+(.*?)\s*$/i.exec(line) ?? [];
  return path === fragment || path === `"${fragment}"`;
}
