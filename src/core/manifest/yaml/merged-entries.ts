import { type Failure, failure } from '../../failure.ts';
import type { Place } from './line-index.ts';
import type { YamlEntry, YamlMap, YamlNode } from './node.ts';

/** The entries of a mapping under their key texts, merge keys applied: the explicit key wins, then the first merged map. Keys that are no scalars are opaque. */
export function mergedEntries(
  map: YamlMap,
  place: Place,
  report: (failure: Failure) => void,
): ReadonlyMap<string, YamlEntry> {
  const entries = new Map<string, YamlEntry>();
  const merged: YamlNode[] = [];
  for (const entry of map.entries) {
    if (entry.key.kind !== 'scalar') continue;
    if (entry.key.text === '<<' && entry.key.style === 'plain') merged.push(entry.value);
    else entries.set(entry.key.text, entry);
  }
  for (const source of merged.flatMap(mergeSources)) {
    if (source.kind !== 'map') {
      report(failure('bad_merge_key', { at: place(source.offset) }));
      continue;
    }
    for (const [key, entry] of mergedEntries(source, place, report)) {
      if (!entries.has(key)) entries.set(key, entry);
    }
  }
  return entries;
}

function mergeSources(value: YamlNode): readonly YamlNode[] {
  return value.kind === 'list' ? value.items : [value];
}
