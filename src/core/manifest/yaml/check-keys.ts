import { type Failure, failure } from '../../failure.ts';
import { collectComplaints } from '../collect-complaints.ts';
import type { Place } from './line-index.ts';
import type { YamlMap, YamlNode } from './node.ts';

/** Every key that stands twice in its mapping, opaque parts included: one of the two would be lost without a word. */
export function checkKeys(root: YamlNode, place: Place): readonly Failure[] {
  const { complaints } = collectComplaints([], (report) => {
    visitMaps(root, (map) => {
      reportRepeated(map, { place, report });
    });
  });
  return complaints;
}

function visitMaps(root: YamlNode, visit: (map: YamlMap) => void): void {
  const visited = new Set<YamlNode>();
  const waiting: YamlNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === 'scalar' || visited.has(node)) continue;
    visited.add(node);
    if (node.kind === 'list') {
      waiting.push(...node.items);
      continue;
    }
    visit(node);
    for (const entry of node.entries) waiting.push(entry.key, entry.value);
  }
}

interface Reporting {
  readonly place: Place;
  readonly report: (failure: Failure) => void;
}

function reportRepeated(map: YamlMap, { place, report }: Reporting): void {
  const offsets = new Map<string, number>();
  for (const { key } of map.entries) {
    // Several merge keys are how older manifests merge several maps; mergedEntries looks at what they say.
    if (key.kind !== 'scalar' || (key.text === '<<' && key.style === 'plain')) continue;
    const first = offsets.get(key.text);
    if (first === undefined) offsets.set(key.text, key.offset);
    else report(failure('duplicate_key', { at: place(key.offset), key: key.text, firstLine: place(first).line }));
  }
}
