import type { YamlEntry, YamlNode } from './node.ts';

/** A position in one line of the text; it never passes `end`. */
export interface Cursor {
  readonly text: string;
  readonly end: number;
  at: number;
}

/** Names and addresses followed by a colon: the only keys that are read here. */
export const plainKey = /[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}:(?=[ ,}\n]|$)/y;

/** One value on one line: quoted, plain, or a flow collection. Null where it is anything that needs the whole of YAML. */
export function readInline(cursor: Cursor, depth: number): YamlNode | null {
  return isFlow(cursor) ? readFlow(cursor, depth) : (readQuoted(cursor) ?? readPlainToEnd(cursor));
}

/** Moves over spaces; true at the end of the line or at a comment. */
export function atLineEnd(cursor: Cursor): boolean {
  const start = cursor.at;
  skipSpaces(cursor);
  return cursor.at >= cursor.end || (cursor.at > start && cursor.text[cursor.at] === '#');
}

export function skipSpaces(cursor: Cursor): void {
  while (cursor.at < cursor.end && cursor.text[cursor.at] === ' ') cursor.at += 1;
}

/** Moves over what the pattern matches here; null, without moving, when it does not. */
export function take(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text);
  if (match === null || cursor.at + match[0].length > cursor.end) return null;
  cursor.at += match[0].length;
  return match[0];
}

export function scalarAt(offset: number, text: string, style: 'plain' | 'quoted' = 'plain'): YamlNode {
  return { kind: 'scalar', text, style, tag: null, offset, size: 1 };
}

const flowLimit = 16;

const singleQuoted = /'(?:[^'\n]|'')*'/y;
const doubleQuoted = /"[^"\\\n]*"/y;
const plainStart = /[A-Za-z0-9_/.~+]|-[A-Za-z0-9.]/y;
const flowPlain = /(?:[A-Za-z0-9_/.~+]|-[A-Za-z0-9.])(?:[A-Za-z0-9_/.~+@=% -]|:(?=[A-Za-z0-9_/.]))*/y;

function isFlow({ text, at }: Cursor): boolean {
  return text[at] === '[' || text[at] === '{';
}

function readQuoted(cursor: Cursor): YamlNode | null {
  const offset = cursor.at;
  const single = take(cursor, singleQuoted);
  if (single !== null) return scalarAt(offset, single.slice(1, -1).replaceAll("''", "'"), 'quoted');
  const double = take(cursor, doubleQuoted);
  return double === null ? null : scalarAt(offset, double.slice(1, -1), 'quoted');
}

function readPlainToEnd(cursor: Cursor): YamlNode | null {
  const offset = cursor.at;
  if (take(cursor, plainStart) === null) return null;
  const line = cursor.text.slice(offset, cursor.end);
  const comment = line.indexOf(' #');
  const text = (comment === -1 ? line : line.slice(0, comment)).replace(/ +$/, '');
  cursor.at = offset + text.length;
  return /:(?: |$)/.test(text) ? null : scalarAt(offset, text);
}

function readFlow(cursor: Cursor, depth: number): YamlNode | null {
  if (depth > flowLimit) return null;
  return cursor.text[cursor.at] === '[' ? readFlowList(cursor, depth) : readFlowMap(cursor, depth);
}

function readFlowValue(cursor: Cursor, depth: number): YamlNode | null {
  if (isFlow(cursor)) return readFlow(cursor, depth + 1);
  const quoted = readQuoted(cursor);
  if (quoted !== null) return quoted;
  const offset = cursor.at;
  const text = take(cursor, flowPlain);
  return text === null ? null : scalarAt(offset, text.replace(/ +$/, ''));
}

/** True after a comma, false after the closing bracket, null at anything else. */
function goesOn(cursor: Cursor, close: ']' | '}'): boolean | null {
  skipSpaces(cursor);
  const found = cursor.text[cursor.at];
  if (cursor.at >= cursor.end || (found !== ',' && found !== close)) return null;
  cursor.at += 1;
  skipSpaces(cursor);
  return found === ',';
}

function readFlowList(cursor: Cursor, depth: number): YamlNode | null {
  const offset = cursor.at;
  const items: YamlNode[] = [];
  let size = 1;
  cursor.at += 1;
  skipSpaces(cursor);
  let more: boolean | null = cursor.text[cursor.at] !== ']' || goesOn(cursor, ']');
  while (more === true) {
    const item = readFlowValue(cursor, depth);
    if (item === null) return null;
    items.push(item);
    size += item.size;
    more = goesOn(cursor, ']');
  }
  return more === null ? null : { kind: 'list', items, tag: null, offset, size };
}

function readFlowMap(cursor: Cursor, depth: number): YamlNode | null {
  const offset = cursor.at;
  const entries: YamlEntry[] = [];
  let size = 1;
  cursor.at += 1;
  skipSpaces(cursor);
  let more: boolean | null = cursor.text[cursor.at] !== '}' || goesOn(cursor, '}');
  while (more === true) {
    const entry = readFlowEntry(cursor, depth);
    if (entry === null) return null;
    entries.push(entry);
    size += entry.key.size + entry.value.size;
    more = goesOn(cursor, '}');
  }
  return more === null ? null : { kind: 'map', entries, tag: null, offset, size };
}

function readFlowEntry(cursor: Cursor, depth: number): YamlEntry | null {
  const offset = cursor.at;
  const name = take(cursor, plainKey);
  if (name === null) return null;
  const key = scalarAt(offset, name.slice(0, -1));
  skipSpaces(cursor);
  const next = cursor.text[cursor.at];
  const value = next === ',' || next === '}' ? scalarAt(offset, '') : readFlowValue(cursor, depth);
  return value === null ? null : { key, value };
}
