import { failure } from '../../failure.ts';
import type { YamlNode, YamlScalar } from '../yaml/node.ts';
import { type ReadContext, aboutNode } from './read-context.ts';
import { shortTag } from './short-tag.ts';

/** A scalar without tag and template; `expected` says what it should have been, for example `text`. */
export function readScalar(node: YamlNode, context: ReadContext, expected: string): YamlScalar | undefined {
  if (refuseTemplate(node, context)) return undefined;
  if (node.kind !== 'scalar') {
    context.report(failure('wrong_type', { ...aboutNode(node, context), expected }));
    return undefined;
  }
  return node;
}

/** Reports a template or a tag, and says whether it did: neither is a value that can be used. */
export function refuseTemplate(node: YamlNode, context: ReadContext): boolean {
  if (node.tag !== null) {
    context.report(failure('tagged_value', { ...aboutNode(node, context), tag: shortTag(node.tag) }));
    return true;
  }
  if (!isTemplate(node)) return false;
  context.report(failure('jinja_value', aboutNode(node, context)));
  return true;
}

function isTemplate(node: YamlNode): boolean {
  if (node.kind === 'scalar') return /\{\{|\{%|\{#/.test(node.text);
  // Without quotes {{ name }} is a mapping whose only key is a mapping.
  return node.kind === 'map' && node.entries.some((entry) => entry.key.kind === 'map');
}
