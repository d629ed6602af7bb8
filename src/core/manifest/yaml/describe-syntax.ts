import type { ErrorCode, YAMLError } from 'yaml';
import { type Failure, failure } from '../../failure.ts';
import type { Place } from './line-index.ts';

/** The reader's errors in our words: the first of each line, because one mistake makes it stumble several times. */
export function describeSyntax(errors: readonly YAMLError[], text: string, place: Place): readonly Failure[] {
  const seen = new Set<number>();
  const failures: Failure[] = [];
  for (const error of errors) {
    const found = describe(error, text, place);
    if (seen.has(found.at.line) || failures.length >= complaintsKept) continue;
    seen.add(found.at.line);
    failures.push(found);
  }
  return failures;
}

/** Past these, more lines say the same thing again. */
const complaintsKept = 20;

function describe(error: YAMLError, text: string, place: Place) {
  const [start, end] = error.pos;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const tab = /(?<=^|\n) *\t/.exec(text.slice(lineStart, Math.max(end, start + 1)));
  if (tab !== null) return failure('tab_character', { at: place(lineStart + tab.index + tab[0].length - 1) });
  return failure('yaml_syntax', { at: place(start), problem: problems[error.code] ?? lowered(error.message) });
}

function lowered(message: string): string {
  return message.slice(0, 1).toLowerCase() + message.slice(1);
}

/** Codes whose own words would not help the person who wrote the line. */
const problems: { readonly [C in ErrorCode]?: string } = {
  BAD_INDENT: 'the indentation does not fit, or a bracket above is not closed',
  BLOCK_AS_IMPLICIT_KEY:
    'a second "key: value" on one line, or a line that is indented too far; put each on a line of its own',
  MULTILINE_IMPLICIT_KEY: 'this line is neither "key: value" nor the continuation of one',
  UNEXPECTED_TOKEN: 'this does not continue what stands above; its indentation is probably wrong',
  MISSING_CHAR: 'something is not closed or has no ":" here',
  BAD_DQ_ESCAPE: 'a backslash in double quotes starts an escape that does not exist; use single quotes',
  BAD_SCALAR_START: 'a value cannot start with this character unless it is quoted',
};
