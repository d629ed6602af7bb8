import { failure } from '../../failure.ts';
import type { YamlNode } from '../yaml/node.ts';
import { plainKind } from './plain-kind.ts';
import { type ReadContext, aboutNode } from './read-context.ts';
import { readScalar } from './read-scalar.ts';

/** `true` or `false`. */
export function readTruth(node: YamlNode, context: ReadContext): boolean | undefined {
  const expected = 'true or false, without quotes';
  const scalar = readScalar(node, context, expected);
  if (scalar === undefined) return undefined;
  const kind = scalar.style === 'plain' ? plainKind(scalar.text) : 'text';
  if (kind === 'truth') return scalar.text.toLowerCase() === 'true';
  const write = meaning(scalar.text.toLowerCase());
  if (kind === 'ambiguous' && write !== null)
    context.report(failure('ambiguous_scalar', { ...aboutNode(node, context), write }));
  else context.report(failure('wrong_type', { ...aboutNode(node, context), expected }));
  return undefined;
}

function meaning(word: string): string | null {
  if (/^(?:y|yes|on)$/.test(word)) return 'true';
  return /^(?:n|no|off)$/.test(word) ? 'false' : null;
}
