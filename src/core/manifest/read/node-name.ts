import type { NodeName } from '../../names.ts';

/** 1–63 of `[a-z0-9-]` without an outer dash. */
export function isNodeName(text: string): text is NodeName {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text) && text !== 'localhost';
}

/** What to say about a text that is none. */
export function nodeNameRule(text: string): string {
  const suggestion = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '');
  const example = isNodeName(suggestion) ? suggestion : 'node-1';
  return `a node name is 1–63 of a-z 0-9 - without a dash at either end and not localhost, for example ${example}`;
}
