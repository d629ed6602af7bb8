import type { ErrorCode, YAMLError } from 'yaml';
import { type Failure, failure } from '../../failure.ts';
import type { Place } from './line-index.ts';

/** The reader's errors in our words: the first of each line, because one mistake makes it stumble several times. */
export function describeSyntax(errors: readonly YAMLError[], text: string, place: Place): readonly Failure[] {
  const seen = new Set<number>();
  const failures: Failure[] = [];
  for (const error of errors) {
    if (failures.length >= complaintsKept) break;
    if (seen.has(place(error.pos[0]).line)) continue;
    const found = describe(error, text, place);
    if (!seen.has(found.at.line)) failures.push(found);
    seen.add(found.at.line).add(place(error.pos[0]).line);
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
  return failure('yaml_syntax', { at: place(start), problem: problems[error.code] });
}

/** Every code in words that help the person who wrote the line; the package's own words name its inner parts. */
const problems = {
  BAD_INDENT: 'the indentation does not fit, or a bracket above is not closed',
  BLOCK_AS_IMPLICIT_KEY:
    'a second "key: value" on one line, or a line that is indented too far; put each on a line of its own',
  MULTILINE_IMPLICIT_KEY: 'this line is neither "key: value" nor the continuation of one',
  UNEXPECTED_TOKEN: 'this does not continue what stands above; its indentation is probably wrong',
  MISSING_CHAR: 'something is not closed or has no ":" here',
  BAD_DQ_ESCAPE: 'a backslash in double quotes starts an escape that does not exist; use single quotes',
  BAD_SCALAR_START: 'a value cannot start with this character unless it is quoted',
  BLOCK_IN_FLOW: 'a block of lines cannot stand inside [ ] or { }; write it in brackets as well',
  ALIAS_PROPS: 'an alias takes neither an anchor nor a tag; write the alias alone, for example *defaults',
  BAD_ALIAS: 'an alias or an anchor needs a name, for example &defaults and *defaults',
  MULTIPLE_ANCHORS: 'one value takes one anchor; keep one of these',
  MULTIPLE_TAGS: 'one value takes one tag; keep one of these',
  BAD_PROP_ORDER: 'an anchor or a tag stands behind the "-", "?" or ":", not before it',
  TAG_RESOLVE_FAILED:
    'this tag has a handle that no %TAG line defines, or an empty name; a plain tag is for example !vault',
  BAD_DIRECTIVE:
    'a line that begins with % is %YAML with a version or %TAG with a handle and a prefix; quote it or delete it',
  KEY_OVER_1024_CHARS: 'a key has more than 1024 characters, or its ":" is missing',
  TAB_AS_INDENT: 'tab as indentation, use spaces',
  DUPLICATE_KEY: 'this key stands twice in one mapping; keep one',
  NON_STRING_KEY: 'a key here is plain text',
  BAD_COLLECTION_TYPE: 'the tag does not fit the value behind it',
  MULTIPLE_DOCS: 'a second YAML document starts here, a manifest is one',
  RESOURCE_EXHAUSTION: 'this is more than the YAML reader takes; write it with less nesting and fewer aliases',
  IMPOSSIBLE: 'this is not YAML',
} satisfies { readonly [C in ErrorCode]: string };
