import { Composer, type Document, type ParsedNode, isAlias, isMap, isScalar, isSeq } from 'yaml';
import { type Failure, failure } from '../../failure.ts';
import { type Result, fail, ok } from '../../result.ts';
import { describeSyntax } from './describe-syntax.ts';
import { guardedTokens } from './guarded-tokens.ts';
import type { Place } from './line-index.ts';
import type { YamlEntry, YamlNode } from './node.ts';

/** Nodes that a manifest may have when its aliases are written out: ten times a large inventory, far below what hurts. */
const expandedNodesLimit = 200_000;

/** Reads any YAML with the yaml package. Null is an empty text. */
export function readWithLibrary(text: string, place: Place): Result<YamlNode | null> {
  const tokens = guardedTokens(text, place);
  if (!tokens.ok) return tokens;
  // Every scalar stays text (failsafe), and check-keys.ts looks for duplicate keys: the package compares each key with all others.
  // Tags that the package knows (!!omap, !!pairs, !!set) would turn their values into its own kinds of nodes; here a tag is only noted.
  const composer = new Composer({
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const documents = [...composer.compose(tokens.value, false, text.length)];
  const [first, second] = documents;
  if (first === undefined) return ok(null);
  const problems = documents.flatMap((document) => document.errors);
  if (problems.length > 0) return fail(...describeSyntax(problems, text, place));
  if (second !== undefined) return fail(failure('several_documents', { at: place(second.range[0]) }));
  return convert(first, place);
}

/** Thrown and caught in this file only: a document is given up at its first impossible alias. */
class Refused extends Error {
  readonly failure: Failure;

  constructor(reason: Failure) {
    super(reason.reason);
    this.failure = reason;
  }
}

interface Reading {
  readonly place: Place;
  /** Null while the anchored node is still being read: an alias met then would contain itself. */
  readonly anchors: Map<string, YamlNode | null>;
}

function convert(document: Document.Parsed, place: Place): Result<YamlNode | null> {
  try {
    return ok(convertNode(document.contents, 0, { place, anchors: new Map() }));
  } catch (error) {
    if (error instanceof Refused) return fail(error.failure);
    throw error;
  }
}

/** `emptyOffset` is where an empty node is said to stand: the package points behind it. */
function convertNode(node: ParsedNode | null, emptyOffset: number, reading: Reading): YamlNode {
  if (node === null) return { kind: 'scalar', text: '', style: 'plain', tag: null, offset: emptyOffset, size: 1 };
  if (isAlias(node)) return aliasTarget(node.source, node.range[0], reading);
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, null);
  const converted = convertContent(node, emptyOffset, reading);
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, converted);
  return converted;
}

function aliasTarget(name: string, offset: number, { place, anchors }: Reading): YamlNode {
  const target = anchors.get(name);
  if (target === undefined) throw new Refused(failure('unknown_alias', { at: place(offset), name }));
  if (target === null) throw new Refused(failure('alias_cycle', { at: place(offset), name }));
  return target;
}

function convertContent(
  node: Exclude<ParsedNode, { readonly type?: never }>,
  emptyOffset: number,
  reading: Reading,
): YamlNode {
  const tag = node.tag ?? null;
  const offset = node.range[0];
  if (isScalar(node)) {
    const text = String(node.value);
    const style = styles[node.type ?? 'PLAIN'];
    return {
      kind: 'scalar',
      text,
      style,
      tag,
      offset: text === '' && style === 'plain' ? emptyOffset : offset,
      size: 1,
    };
  }
  let size = 1;
  const grown = (part: unknown, empty: number): YamlNode => {
    const converted = convertNode(part as ParsedNode | null, empty, reading);
    size += converted.size;
    if (size <= expandedNodesLimit) return converted;
    throw new Refused(failure('expansion_too_large', { at: reading.place(offset), limit: expandedNodesLimit }));
  };
  if (isSeq(node)) return { kind: 'list', items: node.items.map((item) => grown(item, offset)), tag, offset, size };
  if (!isMap(node)) throw new Error('a YAML node of an unknown kind');
  const entries = node.items.map((pair): YamlEntry => {
    const key = placedKey(grown(pair.key, offset), pair.key);
    return { key, value: grown(pair.value, key.offset) };
  });
  return { kind: 'map', entries, tag, offset, size };
}

/** An alias that is a key stands where it is written: what is wrong with it as a key is not wrong at its anchor. */
function placedKey(key: YamlNode, written: ParsedNode | null): YamlNode {
  return isAlias(written) ? { ...key, offset: written.range[0] } : key;
}

const styles = {
  PLAIN: 'plain',
  QUOTE_DOUBLE: 'quoted',
  QUOTE_SINGLE: 'quoted',
  BLOCK_LITERAL: 'block',
  BLOCK_FOLDED: 'block',
} as const;
