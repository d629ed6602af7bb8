import { failure } from '../../failure.ts';
import { type ImageSelector, parseImageSelector } from '../../spec/normalise-image.ts';
import type { YamlNode } from '../yaml/node.ts';
import { type ReadContext, aboutNode } from './read-context.ts';
import { readMatching } from './read-matching.ts';
import { readText } from './read-text.ts';

export function readImage(node: YamlNode, context: ReadContext): ImageSelector | undefined {
  const text = readText(node, context);
  if (text === undefined) return undefined;
  const selector = parseImageSelector(text);
  if (selector !== null) return selector;
  const rule =
    'an image is alias, alias:channel, alias@version or local-name, for example u24, u24:stable, u24@24.04 or local-mini';
  context.report(failure('bad_image', { ...aboutNode(node, context), rule }));
  return undefined;
}

/** A dotted prefix of versions, as text: 12.10 without quotes would be the number 12.1. */
export function readVersionPrefix(node: YamlNode, context: ReadContext): string | undefined {
  return readMatching(node, context, {
    pattern: /^[0-9A-Za-z]+(?:[._-][0-9A-Za-z]+)*$/,
    refuse: (about) =>
      failure('bad_version', { ...about, rule: 'a version is numbers with dots, for example "24.04"' }),
  });
}
