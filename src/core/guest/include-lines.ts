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

/**
 * The text without our lines, however often they stand in it, byte for byte what it was; null when nothing includes the
 * fragment. What did not exist before the first of them was put in is told by any of them.
 */
export function withoutInclude(
  text: string,
  fragment: string,
): { readonly text: string; readonly made: MadeForIt } | null {
  const lines = text.split(/(?<=\n)/);
  const ours = lines.flatMap((line, at) => (includes(line, fragment) ? [at] : []));
  if (ours.length === 0) return null;
  const above = ours.map((at) => madeBy(lines[at - 1]));
  const gone = new Set(ours.flatMap((at, index) => (above[index] === undefined ? [at] : [at - 1, at])));
  const made = above.find((each) => each !== undefined && each !== 'nothing') ?? 'nothing';
  return { text: lines.filter((_, at) => !gone.has(at)).join(''), made };
}

/** What a remark of ours tells; undefined for every other line. */
function madeBy(line: string | undefined): MadeForIt | undefined {
  return (['nothing', 'file', 'folder'] as const).find((each) => remarks[each] === line?.trim());
}

/** Keywords have no case, and a path without spaces needs no quotes. */
function includes(line: string, fragment: string): boolean {
  const [, path] = /^\s*include\s+(.*?)\s*$/i.exec(line) ?? [];
  return path === fragment || path === `"${fragment}"`;
}
