import { compareText } from '../../compare-text.ts';
import { plainKind } from '../read/plain-kind.ts';
import type { YamlEntry, YamlMap, YamlNode } from './node.ts';

/** Whether two nodes say the same, wherever they stand; the order of keys in a mapping says nothing. */
export function sameNode(left: YamlNode, right: YamlNode): boolean {
  if (left === right) return true;
  if (left.tag !== right.tag || left.size !== right.size) return false;
  if (left.kind === 'scalar') {
    if (right.kind !== 'scalar' || left.text !== right.text) return false;
    // Quotes make a text of what would be a number or a truth without them.
    return (left.style === 'plain') === (right.style === 'plain') || plainKind(left.text) === 'text';
  }
  if (left.kind === 'list') return right.kind === 'list' && sameNodes(left.items, right.items);
  return right.kind === 'map' && sameNodes(inKeyOrder(left), inKeyOrder(right));
}

function sameNodes(left: readonly YamlNode[], right: readonly YamlNode[]): boolean {
  return (
    left.length === right.length &&
    left.every((node, index) => {
      const other = right[index];
      return other !== undefined && sameNode(node, other);
    })
  );
}

/** Keys and values, by the texts of the keys; duplicates of a text are refused before anything is merged. */
function inKeyOrder({ entries }: YamlMap): readonly YamlNode[] {
  return entries.toSorted((a, b) => compareText(keyText(a), keyText(b))).flatMap(({ key, value }) => [key, value]);
}

function keyText({ key }: YamlEntry): string {
  return key.kind === 'scalar' ? key.text : '';
}
