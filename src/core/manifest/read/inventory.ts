import { type Failure, failure } from '../../failure.ts';
import type { Position } from '../../position.ts';
import type { Assignment, HostEntry } from '../manifest.ts';
import type { Place } from '../yaml/line-index.ts';
import { mergedEntries } from '../yaml/merged-entries.ts';
import { type YamlEntry, type YamlNode, isNull } from '../yaml/node.ts';
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

/** The entries of a mapping; none, after a complaint, when it is something else. Nothing at all is an empty mapping. */
export function mappingOf(
  node: YamlNode,
  { place, report }: Inventory,
  { what, example }: { readonly what: string; readonly example: string },
): ReadonlyMap<string, YamlEntry> {
  if (node.kind === 'map') return mergedEntries(node, place, report);
  if (!isNull(node)) report(failure('not_a_mapping', { at: place(node.offset), what, shown: showNode(node), example }));
  return new Map();
}
