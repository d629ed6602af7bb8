import { escapeQuoted } from './escape-quoted.ts';

/** A result as one JSON document. What a guest wrote may stand in it, and people look at it on a terminal. */
export function jsonText(document: unknown): string {
  return `${escapeQuoted(JSON.stringify(document, null, 2))}\n`;
}
