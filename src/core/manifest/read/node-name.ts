import type { NodeName } from '../../names.ts';

// Documents are keyed by node name, and this is the one name of that form that every JavaScript object has already.
const inherited = 'constructor';

/** 1–63 of `[a-z0-9-]` without an outer dash, and none that means something else. */
export function isNodeName(text: string): text is NodeName {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text) && text !== 'localhost' && text !== inherited;
}

/** What to say about a text that is none. */
export function nodeNameRule(text: string): string {
  if (text === inherited) return `${inherited} is kept for the tool itself, for example ${inherited}-1`;
  const suggestion = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '');
  const example = isNodeName(suggestion) ? suggestion : 'node-1';
  return `a node name is 1–63 of a-z 0-9 - without a dash at either end and not localhost, for example ${example}`;
}
