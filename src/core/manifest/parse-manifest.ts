import { failure } from '../failure.ts';
import { type Result, fail, ok } from '../result.ts';
import { collectComplaints } from './collect-complaints.ts';
import type { Manifest } from './manifest.ts';
import { type Inventory, mappingOf } from './read/inventory.ts';
import { readGroup } from './read/read-groups.ts';
import { lineIndex } from './yaml/line-index.ts';
import { type YamlNode, isNull } from './yaml/node.ts';
import { readYaml } from './yaml/read-yaml.ts';

/**
 * Text → manifest, with line and column for every complaint. `file` is the file as the person named it, or `<stdin>`.
 * Fails only where the text is no YAML mapping, or where too much is wrong to go on; every other complaint waits in the
 * result for resolveManifest.
 */
export function parseManifest(text: string, file: string): Result<Manifest> {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const place = lineIndex(content, file);
  const root = readYaml(content, place);
  if (!root.ok) return root;
  if (root.value === null || isNull(root.value)) return fail(failure('manifest_empty', { at: place(0) }));
  if (root.value.kind !== 'map') {
    const at = place(root.value.offset);
    return fail(
      failure('not_a_mapping', {
        at,
        what: 'the manifest',
        shown: 'a list or a single value',
        example: 'all: { hosts: { 10.10.10.10: } }',
      }),
    );
  }
  const top = root.value;
  const { value: inventory, complaints } = collectComplaints([], (report) => readTopLevel(top, { place, report }));
  return inventory === null
    ? fail(...complaints)
    : ok({ file, groups: inventory.groups, hosts: inventory.hosts, complaints });
}

// As in Ansible, a group beside `all` is a child of it. Names that begin with `x-`, `_` or `.` are places for anchors.
function readTopLevel(root: YamlNode, reading: Pick<Inventory, 'place' | 'report'>): Inventory {
  const inventory: Inventory = { ...reading, groups: new Map(), hosts: [] };
  inventory.groups.set('all', { name: 'all', at: inventory.place(root.offset), parents: new Set(), vars: [] });
  const entries = mappingOf(root, inventory, {
    what: 'the manifest',
    example: 'all: { hosts: { 10.10.10.10: } }',
    keys: 'ours',
  });
  for (const [name, entry] of entries) {
    if (/^(?:x-|_|\.)/.test(name)) continue;
    const group = readGroup(entry, name, inventory);
    if (name !== 'all') group.parents.add('all');
  }
  return inventory;
}
