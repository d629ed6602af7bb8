import { failure } from '../../failure.ts';
import type { YamlNode } from '../yaml/node.ts';
import { plainKind } from './plain-kind.ts';
import { type ReadContext, aboutNode } from './read-context.ts';
import { readScalar } from './read-scalar.ts';

export interface WholeNumberRange {
  readonly least: number;
  readonly most: number;
  /** A value that is right, for the complaint. */
  readonly example: string;
}

/** A decimal integer within a range. */
export function readWholeNumber(node: YamlNode, context: ReadContext, range: WholeNumberRange): number | undefined {
  const expected = `a whole number, for example ${range.example}`;
  const scalar = readScalar(node, context, expected);
  if (scalar === undefined) return undefined;
  const about = aboutNode(node, context);
  const kind = scalar.style === 'plain' ? plainKind(scalar.text) : 'text';
  if (kind === 'ambiguous')
    context.report(failure('ambiguous_scalar', { ...about, write: `a decimal number such as ${range.example}` }));
  else if (kind !== 'whole' || !/^-?[0-9]+$/.test(scalar.text)) {
    const quoted = scalar.style !== 'plain' && /^[0-9]+$/.test(scalar.text);
    context.report(
      failure('wrong_type', {
        ...about,
        expected: quoted ? `a whole number without quotes: ${scalar.text}` : expected,
      }),
    );
  } else {
    const value = Number(scalar.text);
    if (value >= range.least && value <= range.most) return value;
    context.report(
      failure('out_of_range', {
        ...about,
        rule: `${String(range.least)} to ${String(range.most)}`,
        example: range.example,
      }),
    );
  }
  return undefined;
}
