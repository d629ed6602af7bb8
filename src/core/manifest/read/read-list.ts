import { failure } from '../../failure.ts';
import { nearest } from '../../nearest.ts';
import { mergedEntries } from '../yaml/merged-entries.ts';
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
    context.report(failure('wrong_type', { ...aboutNode(node, context), expected: `a list, for example ${read.example}` }));
    return undefined;
  }
  const items = node.items.map((item, index) => read.item(item, deeper(context, `[${String(index)}]`)));
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** The fields of a mapping by name, when there are no others and the needed ones are there. */
export function readFields<const F extends string>(
  node: YamlNode,
  context: ReadContext,
  allowed: { readonly fields: readonly F[]; readonly needed: readonly F[]; readonly example: string },
): Partial<Record<F, YamlNode>> | undefined {
  if (refuseTemplate(node, context)) return undefined;
  if (node.kind !== 'map') {
    context.report(failure('wrong_type', { ...aboutNode(node, context), expected: `a mapping, for example ${allowed.example}` }));
    return undefined;
  }
  const { subject, variable, place } = context;
  const found: Partial<Record<F, YamlNode>> = {};
  let complete = true;
  for (const [name, { key, value }] of mergedEntries(node, place, context.report)) {
    const field = allowed.fields.find((candidate) => candidate === name);
    if (field !== undefined) {
      found[field] = value;
      continue;
    }
    complete = false;
    const meant = nearest(name, allowed.fields);
    context.report(failure('unknown_field', { at: place(key.offset), subject, variable, field: name, fields: allowed.fields, nearest: meant }));
  }
  for (const field of allowed.needed) {
    if (found[field] !== undefined) continue;
    complete = false;
    context.report(failure('missing_field', { at: place(node.offset), subject, variable, field, example: allowed.example }));
  }
  return complete ? found : undefined;
}
