import { type Failure, failure } from '../../failure.ts';
import type { Place } from './line-index.ts';
import { type YamlEntry, type YamlMap, type YamlNode, hasOddTag } from './node.ts';

export interface Merging {
  readonly place: Place;
  readonly report: (failure: Failure) => void;
  /** `ours`: every key means something, so one that is no text is reported. `any`: such a key is opaque. */
  readonly keys: 'ours' | 'any';
}

/** The entries of a mapping under their key texts, merge keys applied: the explicit key wins, then the first merged map. */
export function mergedEntries(map: YamlMap, merging: Merging): ReadonlyMap<string, YamlEntry> {
  const { place, report, keys } = merging;
  const entries = new Map<string, YamlEntry>();
  const merged: YamlNode[] = [];
  for (const entry of map.entries) {
    const { key } = entry;
    if (keys === 'ours' && (key.kind !== 'scalar' || hasOddTag(key))) {
      report(failure('key_not_text', { at: place(key.offset) }));
    } else if (key.kind !== 'scalar') continue;
    else if (key.text === '<<' && key.style === 'plain') merged.push(entry.value);
    else entries.set(key.text, entry);
  }
  for (const source of merged.flatMap(mergeSources)) {
    if (source.kind !== 'map' || hasOddTag(source)) {
      report(failure('bad_merge_key', { at: place(source.offset) }));
      continue;
    }
    for (const [key, entry] of mergedEntries(source, merging)) {
      if (!entries.has(key)) entries.set(key, entry);
    }
  }
  return entries;
}

function mergeSources(value: YamlNode): readonly YamlNode[] {
  return value.kind === 'list' && !hasOddTag(value) ? value.items : [value];
}
