import { Lexer, Parser, type CST } from 'yaml';
import { type Failure, failure } from '../../failure.ts';
import { type Result, fail, ok } from '../../result.ts';
import type { Place } from './line-index.ts';

/** Pieces of syntax in one file: 80 variables for each of 200 hosts, and a fraction of a second of reading. */
const lexemesLimit = 100_000;

/** Collections within collections; inventories need about ten. */
const nestingLimit = 64;

/**
 * The text as the yaml package's syntax tokens, given up as soon as it nests too deep or holds too much:
 * the package's next stage recurses, and a deep document ends the whole process instead of throwing.
 */
export function guardedTokens(text: string, place: Place): Result<readonly CST.Token[]> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const tabs: Failure[] = [];
  let offset = 0;
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (tabs.length < complaintsKept && isTabbedSpace(lexeme))
      tabs.push(failure('tab_character', { at: place(offset + lexeme.indexOf('\t')) }));
    lexemes += 1;
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > nestingLimit)
      return fail(failure('nesting_too_deep', { at: place(offset), limit: nestingLimit }));
    if (lexemes > lexemesLimit) return fail(failure('too_much_syntax', { at: place(offset), limit: lexemesLimit }));
    // Marks stand between the pieces of the text and have no length in it.
    if (!marks.has(lexeme)) offset += lexeme.length;
  }
  for (const token of parser.end()) tokens.push(token);
  return tabs.length > 0 ? fail(...tabs) : ok(tokens);
}

const marks: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

/** A file indented with tabs has one on every line; twenty make the point. */
const complaintsKept = 20;

// Tabs inside scalars and comments are text; anywhere else PyYAML, and so Ansible, refuses them too.
function isTabbedSpace(lexeme: string): boolean {
  return /^[ \t]*\t[ \t]*$/.test(lexeme);
}
