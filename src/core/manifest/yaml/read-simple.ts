import type { YamlEntry, YamlNode } from './node.ts';
import { type Cursor, atLineEnd, plainKey, readInline, scalarAt, skipSpaces, take } from './read-inline.ts';

interface Line {
  readonly indent: number;
  /** Offset of the first character behind the indentation. */
  readonly start: number;
  readonly end: number;
}

interface Reading {
  readonly text: string;
  /** Without blank lines and comments. */
  readonly lines: readonly Line[];
  next: number;
}

const depthLimit = 16;

/** Lines and commas. An inventory of 200 hosts with 100 variables each has 20,000; past this the package says that it is too much. */
const piecesLimit = 40_000;

/**
 * Reads the YAML that inventories are made of: block mappings and lists, one-line values, comments. Null for anything
 * else (anchors, tags, block scalars, escapes, values over several lines, and every mistake), which is the yaml
 * package's to judge. The package needs more time for 200 hosts than the rest of `plan` together; where this reader
 * answers, it answers the same, and a test holds it to that.
 */
export function readSimple(text: string): YamlNode | null {
  if (/[\t\r\u0085\u2028\u2029\uFEFF]|^(?:---|\.\.\.|%)/m.test(text)) return null;
  const lines = significantLines(text);
  if (lines.length + countOf(',', text) > piecesLimit) return null;
  const reading = { text, lines, next: 0 };
  if (reading.lines[0]?.indent !== 0) return null;
  const root = readBlock(reading, 0);
  return reading.next === reading.lines.length ? root : null;
}

function countOf(mark: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}

function significantLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let lineStart = 0;
  while (lineStart < text.length) {
    const found = text.indexOf('\n', lineStart);
    const end = found === -1 ? text.length : found;
    let start = lineStart;
    while (start < end && text[start] === ' ') start += 1;
    if (start < end && text[start] !== '#') lines.push({ indent: start - lineStart, start, end });
    lineStart = end + 1;
  }
  return lines;
}

function readBlock(reading: Reading, depth: number): YamlNode | null {
  const line = reading.lines[reading.next];
  if (line === undefined || depth > depthLimit) return null;
  if (isItem(reading, line)) return readItems(reading, line.indent, depth);
  return readEntries(reading, { column: line.indent, at: line.start, depth });
}

function isItem({ text }: Reading, line: Line): boolean {
  return text[line.start] === '-' && (text[line.start + 1] === ' ' || line.start + 1 === line.end);
}

/** A mapping whose keys stand in one column; the first may stand behind the dash of a list. */
function readEntries(
  reading: Reading,
  { column, at, depth }: { readonly column: number; readonly at: number; readonly depth: number },
): YamlNode | null {
  const entries: YamlEntry[] = [];
  let size = 1;
  let line = reading.lines[reading.next];
  let start = at;
  while (line !== undefined) {
    const cursor: Cursor = { text: reading.text, at: start, end: line.end };
    reading.next += 1;
    const entry = readEntry(reading, cursor, { column, depth });
    if (entry === null) return null;
    entries.push(entry);
    size += entry.key.size + entry.value.size;
    line = reading.lines[reading.next];
    if (line === undefined || line.indent < column) break;
    if (line.indent > column || isItem(reading, line)) return null;
    start = line.start;
  }
  return { kind: 'map', entries, tag: null, offset: at, size };
}

function readEntry(
  reading: Reading,
  cursor: Cursor,
  { column, depth }: { readonly column: number; readonly depth: number },
): YamlEntry | null {
  const offset = cursor.at;
  const name = take(cursor, plainKey);
  if (name === null) return null;
  const key = scalarAt(offset, name.slice(0, -1));
  const value = atLineEnd(cursor) ? readBelow(reading, { column, depth, offset }) : readRest(cursor, depth);
  return value === null ? null : { key, value };
}

/** The value of a key with nothing behind it: a deeper block, a list in the same column, or nothing. */
function readBelow(
  reading: Reading,
  { column, depth, offset }: { readonly column: number; readonly depth: number; readonly offset: number },
): YamlNode | null {
  const line = reading.lines[reading.next];
  const isBlock = line !== undefined && (line.indent > column || (line.indent === column && isItem(reading, line)));
  return isBlock ? readBlock(reading, depth + 1) : scalarAt(offset, '');
}

/** A value and nothing behind it but a comment. */
function readRest(cursor: Cursor, depth: number): YamlNode | null {
  const value = readInline(cursor, depth);
  return value !== null && atLineEnd(cursor) ? value : null;
}

function readItems(reading: Reading, column: number, depth: number): YamlNode | null {
  const items: YamlNode[] = [];
  let size = 1;
  let line = reading.lines[reading.next];
  const offset = line?.start ?? 0;
  while (line !== undefined && line.indent === column && isItem(reading, line)) {
    const item = readItem(reading, line, depth);
    if (item === null) return null;
    items.push(item);
    size += item.size;
    line = reading.lines[reading.next];
    if (line !== undefined && line.indent > column) return null;
  }
  return { kind: 'list', items, tag: null, offset, size };
}

function readItem(reading: Reading, line: Line, depth: number): YamlNode | null {
  const cursor: Cursor = { text: reading.text, at: line.start + 1, end: line.end };
  if (atLineEnd(cursor)) return null;
  skipSpaces(cursor);
  const at = cursor.at;
  plainKey.lastIndex = at;
  if (plainKey.test(reading.text)) {
    return readEntries(reading, { column: line.indent + at - line.start, at, depth: depth + 1 });
  }
  reading.next += 1;
  return readRest(cursor, depth);
}
