import { failure } from '../../failure.ts';
import type { YamlNode } from '../yaml/node.ts';
import { type ReadContext, aboutNode, deeper } from './read-context.ts';
import { refuseTemplate } from './read-scalar.ts';

/** Every item, or undefined when the list or one of its items is wrong; all items are read, so all complaints are made. */
export function readList<T>(
  node: YamlNode,
  context: ReadContext,
  read: { readonly example: string; readonly item: (item: YamlNode, context: ReadContext) => T | undefined },
): readonly T[] | undefined {
  if (refuseTemplate(node, context)) return undefined;
  if (node.kind !== 'list') {
    context.report(
      failure('wrong_type', { ...aboutNode(node, context), expected: `a list, for example ${read.example}` }),
    );
    return undefined;
  }
  const items = node.items.map((item, index) => read.item(item, deeper(context, `[${String(index)}]`)));
  return items.every((item) => item !== undefined) ? items : undefined;
}
