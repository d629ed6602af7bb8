import type { AboutValue } from '../../failure/manifest/value.ts';
import { type Failure, failure } from '../../failure.ts';
import { nearestName } from '../../nearest-name.ts';
import type { YamlNode } from '../yaml/node.ts';
import { type ReadContext, aboutNode } from './read-context.ts';
import { readText } from './read-text.ts';

/** Text that matches a pattern; otherwise the complaint that `refuse` makes of it. */
export function readMatching(
  node: YamlNode,
  context: ReadContext,
  rule: { readonly pattern: RegExp; readonly refuse: (about: AboutValue, text: string) => Failure },
): string | undefined {
  const text = readText(node, context);
  if (text === undefined) return undefined;
  if (rule.pattern.test(text)) return text;
  context.report(rule.refuse(aboutNode(node, context), text));
  return undefined;
}

/** One word of a fixed set. */
export function readChoice<const C extends string>(
  node: YamlNode,
  context: ReadContext,
  choices: readonly C[],
): C | undefined {
  const text = readText(node, context);
  if (text === undefined) return undefined;
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) {
    context.report(
      failure('bad_choice', {
        ...aboutNode(node, context),
        choices,
        nearest: nearestName(text.toLowerCase(), choices),
      }),
    );
  }
  return chosen;
}
