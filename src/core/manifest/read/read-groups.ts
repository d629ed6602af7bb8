import { type Failure, failure } from '../../failure.ts';
import { nearest } from '../../nearest.ts';
import type { Assignment, HostEntry } from '../manifest.ts';
import type { Position } from '../../position.ts';
import { isVariableName } from '../variables.ts';
import type { Place } from '../yaml/line-index.ts';
import { mergedEntries } from '../yaml/merged-entries.ts';
import { type YamlEntry, type YamlNode, isNull } from '../yaml/node.ts';
import { readHosts } from './read-hosts.ts';
import { readVars } from './read-vars.ts';
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

/** Reads one place where a group stands, and everything below it. */
export function readGroup({ key, value }: YamlEntry, name: string, inventory: Inventory): GrowingGroup {
  const group = groupNamed(name, key, inventory);
  const entries = mappingOf(value, inventory, { what: `group ${name}`, example: `${name}: { hosts: { 10.10.10.10: } }` });
  for (const [part, entry] of entries) readPart(part, entry, { group, inventory });
  return group;
}

function groupNamed(name: string, key: YamlNode, { groups, place }: Inventory): GrowingGroup {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const group = { name, at: place(key.offset), parents: new Set<string>(), vars: [] };
  groups.set(name, group);
  return group;
}

function readPart(part: string, entry: YamlEntry, { group, inventory }: { readonly group: GrowingGroup; readonly inventory: Inventory }): void {
  const what = `${group.name}.${part}`;
  switch (part) {
    case 'vars': {
      const entries = mappingOf(entry.value, inventory, { what, example: 'vars: { vm_cpu: 2 }' });
      const subject = group.name === 'all' ? 'all' : `group ${group.name}`;
      group.vars.push(...readVars(entries, { subject, where: `group ${group.name}`, place: inventory.place, report: inventory.report }));
      return;
    }
    case 'hosts': {
      const entries = mappingOf(entry.value, inventory, { what, example: 'hosts: { 10.10.10.10: }' });
      inventory.hosts.push(...readHosts(entries, group.name, inventory));
      return;
    }
    case 'children': {
      const entries = mappingOf(entry.value, inventory, { what, example: 'children: { lab: { hosts: { 10.10.10.10: } } }' });
      for (const [name, child] of entries) readGroup(child, name, inventory).parents.add(group.name);
      return;
    }
    default:
      inventory.report(failure('unknown_group_key', { at: inventory.place(entry.key.offset), group: group.name, key: part, hint: hintFor(part, group.name) }));
  }
}

function hintFor(part: string, group: string): string {
  if (isVariableName(part) || part.startsWith('vm_')) return `variables go below ${group}.vars`;
  const parts = ['hosts', 'vars', 'children'];
  const meant = nearest(part, parts);
  return meant === null ? `a group has ${parts.join(', ')}; other groups go below ${group}.children` : `did you mean ${meant}`;
}

/** The entries of a mapping; none, after a complaint, when it is something else. Nothing at all is an empty mapping. */
export function mappingOf(
  node: YamlNode,
  { place, report }: Pick<Inventory, 'place' | 'report'>,
  { what, example }: { readonly what: string; readonly example: string },
): ReadonlyMap<string, YamlEntry> {
  if (node.kind === 'map') return mergedEntries(node, place, report);
  if (!isNull(node)) report(failure('not_a_mapping', { at: place(node.offset), what, shown: showNode(node), example }));
  return new Map();
}
