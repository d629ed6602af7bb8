/**
 * A YAML document as the manifest needs it: text, style and place, with aliases already replaced by what they name.
 * Nothing is converted here: whether `yes` is a word or a truth value is decided by whoever asks for it.
 */
export type YamlNode = YamlScalar | YamlMap | YamlList;

interface Placed {
  /** Where it begins in the text; an empty value begins where its key does. */
  readonly offset: number;
  /** The tag as written, without its leading `!`s resolved; null when there is none. */
  readonly tag: string | null;
  /** Nodes in it when every alias is written out, itself included. */
  readonly size: number;
}

export interface YamlScalar extends Placed {
  readonly kind: 'scalar';
  readonly text: string;
  readonly style: 'plain' | 'quoted' | 'block';
}

export interface YamlMap extends Placed {
  readonly kind: 'map';
  readonly entries: readonly YamlEntry[];
}

export interface YamlEntry {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

export interface YamlList extends Placed {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
}

/** Whether a tag makes something else of the node than text, a mapping or a list. */
export function hasOddTag(node: YamlNode): node is YamlNode & { readonly tag: string } {
  const { tag } = node;
  return tag !== null && !/^(?:!|tag:yaml\.org,2002:(?:str|map|seq))$/.test(tag);
}

/** True for `key:` with nothing behind it, and for the words that mean the same. */
export function isNull(node: YamlNode): boolean {
  return (
    node.kind === 'scalar' && node.style === 'plain' && node.tag === null && /^(?:|~|null|Null|NULL)$/.test(node.text)
  );
}
