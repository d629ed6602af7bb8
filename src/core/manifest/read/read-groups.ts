import { failure } from '../../failure.ts';
import { nearestName } from '../../nearest-name.ts';
import { isVariableName } from '../variables.ts';
import type { YamlEntry, YamlNode } from '../yaml/node.ts';
import { type GrowingGroup, type Inventory, mappingOf } from './inventory.ts';
import { readHosts } from './read-hosts.ts';
import { readVars } from './read-vars.ts';

/** Reads one place where a group stands, and everything below it. */
export function readGroup({ key, value }: YamlEntry, name: string, inventory: Inventory): GrowingGroup {
  const group = groupNamed(name, key, inventory);
  const example = `${name}: { hosts: { 10.10.10.10: } }`;
  for (const [part, entry] of mappingOf(value, inventory, { what: `group ${name}`, example, keys: 'ours' })) {
    if (part === 'vars') readGroupVars(entry, group, inventory);
    else if (part === 'hosts') readGroupHosts(entry, group, inventory);
    else if (part === 'children') readChildren(entry, group, inventory);
    else refusePart(entry.key, { part, group: name, inventory });
  }
  return group;
}

function groupNamed(name: string, key: YamlNode, { groups, place }: Inventory): GrowingGroup {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const group = { name, at: place(key.offset), parents: new Set<string>(), vars: [] };
  groups.set(name, group);
  return group;
}

function readGroupVars(entry: YamlEntry, { name, vars }: GrowingGroup, inventory: Inventory): void {
  const entries = mappingOf(entry.value, inventory, {
    what: `${name}.vars`,
    example: 'vars: { vm_cpu: 2 }',
    keys: 'any',
  });
  const subject = name === 'all' ? 'all' : `group ${name}`;
  const { place, report } = inventory;
  vars.push(...readVars(entries, { subject, where: `group ${name}`, place, report }));
}

function readGroupHosts(entry: YamlEntry, { name }: GrowingGroup, inventory: Inventory): void {
  const entries = mappingOf(entry.value, inventory, {
    what: `${name}.hosts`,
    example: 'hosts: { 10.10.10.10: }',
    keys: 'ours',
  });
  inventory.hosts.push(...readHosts(entries, name, inventory));
}

function readChildren(entry: YamlEntry, { name }: GrowingGroup, inventory: Inventory): void {
  const example = 'children: { lab: { hosts: { 10.10.10.10: } } }';
  for (const [child, childEntry] of mappingOf(entry.value, inventory, {
    what: `${name}.children`,
    example,
    keys: 'ours',
  })) {
    readGroup(childEntry, child, inventory).parents.add(name);
  }
}

function refusePart(
  key: YamlNode,
  { part, group, inventory }: { readonly part: string; readonly group: string; readonly inventory: Inventory },
): void {
  const at = inventory.place(key.offset);
  inventory.report(failure('unknown_group_key', { at, group, key: part, hint: hintFor(part, group) }));
}

function hintFor(part: string, group: string): string {
  if (isVariableName(part) || part.startsWith('vm_')) return `variables go below ${group}.vars`;
  const parts = ['hosts', 'vars', 'children'];
  const meant = nearestName(part, parts);
  if (meant !== null) return `did you mean ${meant}`;
  return `a group has ${parts.join(', ')}; other groups go below ${group}.children`;
}
