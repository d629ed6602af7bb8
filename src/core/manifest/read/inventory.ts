import { type Failure, failure } from '../../failure.ts';
import type { Position } from '../../position.ts';
import type { Assignment, HostEntry } from '../manifest.ts';
import type { Place } from '../yaml/line-index.ts';
import { type Merging, mergedEntries } from '../yaml/merged-entries.ts';
import { type YamlEntry, type YamlNode, hasOddTag, isNull } from '../yaml/node.ts';
import { shortTag } from './short-tag.ts';
import { showNode } from './show-node.ts';

/** Collects groups and hosts while the tree is walked; a group may be named in several places. */
export interface Inventory {
  readonly place: Place;
  readonly report: (failure: Failure) => void;
  readonly groups: Map<string, GrowingGroup>;
  readonly hosts: HostEntry[];
}

export interface GrowingGroup {
  readonly name: string;
  readonly at: Position;
  readonly parents: Set<string>;
  readonly vars: Assignment[];
}

interface Expected extends Pick<Merging, 'keys'> {
  readonly what: string;
  /** A mapping that is right, for the complaint. */
  readonly example: string;
}

/** The entries of a mapping; none, after a complaint, when it is something else. Nothing at all is an empty mapping. */
export function mappingOf(
  node: YamlNode,
  { place, report }: Inventory,
  { what, example, keys }: Expected,
): ReadonlyMap<string, YamlEntry> {
  if (node.kind === 'map' && !hasOddTag(node)) return mergedEntries(node, { place, report, keys });
  const shown = hasOddTag(node) ? `${shortTag(node.tag)} ${showNode(node)}` : showNode(node);
  if (!isNull(node)) report(failure('not_a_mapping', { at: place(node.offset), what, shown, example }));
  return new Map();
}
