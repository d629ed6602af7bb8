import { failure } from '../../failure.ts';
import { type SizeUnit, bytesPerUnit, formatSize } from '../../spec/format-size.ts';
import { parseSize } from '../../spec/parse-size.ts';
import type { YamlNode, YamlScalar } from '../yaml/node.ts';
import { plainKind } from './plain-kind.ts';
import { type ReadContext, aboutNode } from './read-context.ts';
import { readScalar } from './read-scalar.ts';

export interface SizeRule {
  /** What an integer without a unit counts. */
  readonly bareUnit: SizeUnit;
  readonly leastBytes: number;
  readonly mostBytes: number;
  /** Sizes are whole multiples of it. */
  readonly stepBytes: number;
  readonly example: string;
}

/** A size in bytes. */
export function readSize(node: YamlNode, context: ReadContext, rule: SizeRule): number | undefined {
  const scalar = readScalar(node, context, `a size, for example ${rule.example}`);
  if (scalar === undefined) return undefined;
  const bytes = sizeOf(scalar, rule);
  if (bytes === null) {
    refuseForm(scalar, context, rule);
    return undefined;
  }
  const about = aboutNode(node, context);
  const { example, leastBytes, mostBytes, stepBytes } = rule;
  if (bytes < leastBytes)
    context.report(failure('out_of_range', { ...about, rule: `at least ${spaced(leastBytes)}`, example }));
  else if (bytes > mostBytes)
    context.report(failure('out_of_range', { ...about, rule: `at most ${spaced(mostBytes)}`, example }));
  else if (bytes % stepBytes !== 0) {
    const write = formatSize(bytes - (bytes % stepBytes));
    context.report(failure('size_granularity', { ...about, multiple: spaced(stepBytes), write }));
  } else return bytes;
  return undefined;
}

function sizeOf(scalar: YamlScalar, rule: SizeRule): number | null {
  if (scalar.style === 'plain' && /^-?(?:0|[1-9][0-9]*)$/.test(scalar.text))
    return Number(scalar.text) * bytesPerUnit[rule.bareUnit];
  return parseSize(scalar.text);
}

function refuseForm(scalar: YamlScalar, context: ReadContext, rule: SizeRule): void {
  const about = aboutNode(scalar, context);
  if (scalar.style === 'plain' && plainKind(scalar.text) === 'ambiguous') {
    context.report(failure('ambiguous_scalar', { ...about, write: `a size such as ${rule.example}` }));
  } else context.report(failure('bad_size', { ...about, write: rightForm(scalar.text) ?? rule.example }));
}

/** What was probably meant: `8G` is `8GiB`, `1.5GiB` is `1536MiB`, `"8192"` is `8192`. */
function rightForm(text: string): string | null {
  const match = /^ *([0-9]+)(\.[0-9]{1,3})? *([A-Za-z]*) *$/.exec(text);
  if (match === null) return null;
  const unit = meantUnit(match[3] ?? '');
  if (unit === null) return null;
  const whole = Number(match[1]);
  if (match[2] === undefined) return unit === '' ? `${String(whole)} without quotes` : `${String(whole)}${unit}`;
  const bytes = Number(`${String(whole)}${match[2]}`) * bytesPerUnit[unit === '' ? 'GiB' : unit];
  return unit !== '' && Number.isSafeInteger(bytes) && bytes > 0 ? formatSize(bytes) : null;
}

function meantUnit(word: string): SizeUnit | '' | null {
  const lower = word.toLowerCase();
  if (lower === '') return '';
  if (/^[kmgt]i?b?$/.test(lower)) return `${lower.slice(0, 1).toUpperCase()}iB` as SizeUnit;
  return /^b(?:ytes?)?$/.test(lower) ? 'B' : null;
}

function spaced(bytes: number): string {
  return formatSize(bytes).replace(/(?<=[0-9])(?=[A-Z])/, ' ');
}
