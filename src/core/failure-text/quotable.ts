import type { Failure } from '../failure.ts';
import { oneLine } from '../one-line.ts';

/** Characters of one quoted text that a message shows. */
const mostCharacters = 300;

/**
 * The failure with every text in it safe to stand in one line, and of a sane length. Keys, values and names come from
 * files and programs: none may end the line that it is quoted in and forge the next.
 */
export function quotable<F extends Failure>(failure: F): F {
  return quoted(failure) as F;
}

function quoted(value: unknown): unknown {
  if (typeof value === 'string') return cut(oneLine(value));
  if (Array.isArray(value)) return value.map(quoted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, quoted(each)]));
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length <= mostCharacters ? text : `${characters.slice(0, mostCharacters - 1).join('')}…`;
}
