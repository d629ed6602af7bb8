import type { YamlNode } from '../yaml/node.ts';

/** A value as a complaint shows it: on one line, at most 40 characters. */
export function showNode(node: YamlNode): string {
  if (node.kind === 'list') return node.items.length === 0 ? '[]' : '[…]';
  if (node.kind === 'map') return node.entries.length === 0 ? '{}' : '{…}';
  if (node.style === 'plain') return node.text === '' ? 'nothing' : showText(node.text);
  return JSON.stringify(showText(node.text));
}

/** Text on one line, at most 40 characters. */
export function showText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= 40 ? line : `${line.slice(0, 39)}…`;
}
