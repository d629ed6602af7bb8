import { acting } from './acting.ts';

/** A text in which what a terminal acts on stands in double quotes only, with an escape of JSON and YAML in its place. */
export function escapeQuoted(text: string): string {
  return text.replace(acting, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
