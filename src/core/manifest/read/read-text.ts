import { failure } from '../../failure.ts';
import type { YamlNode } from '../yaml/node.ts';
import { plainKind } from './plain-kind.ts';
import { type ReadContext, aboutNode } from './read-context.ts';
import { readScalar } from './read-scalar.ts';

/** Text that every YAML reader takes for text. */
export function readText(node: YamlNode, context: ReadContext): string | undefined {
  const scalar = readScalar(node, context, 'text');
  if (scalar === undefined) return undefined;
  const kind = scalar.style === 'plain' ? plainKind(scalar.text) : 'text';
  if (kind === 'text') return scalar.text;
  const about = aboutNode(node, context);
  const write = JSON.stringify(scalar.text);
  if (kind === 'ambiguous') context.report(failure('ambiguous_scalar', { ...about, write }));
  else
    context.report(
      failure('wrong_type', { ...about, expected: scalar.text === '' ? 'text' : `text, in quotes: ${write}` }),
    );
  return undefined;
}
