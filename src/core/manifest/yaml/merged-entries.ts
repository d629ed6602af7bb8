import { type Failure, failure } from '../../failure.ts';
import type { Place } from './line-index.ts';
import { type YamlEntry, type YamlMap, type YamlNode, hasOddTag } from './node.ts';
import { sameNode } from './same-node.ts';

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
  const merges: YamlEntry[] = [];
  for (const entry of map.entries) {
    const { key } = entry;
    if (keys === 'ours' && (key.kind !== 'scalar' || hasOddTag(key))) {
      report(failure('key_not_text', { at: place(key.offset) }));
    } else if (key.kind !== 'scalar') continue;
    else if (key.text === '<<' && key.style === 'plain') merges.push(entry);
    else entries.set(key.text, entry);
  }
  const brought = new Map<string, Brought>();
  for (const { key: by, value } of merges) {
    for (const [key, entry] of broughtBy(value, merging)) {
      if (entries.has(key)) continue;
      const first = brought.get(key);
      if (first === undefined) brought.set(key, { by, entry });
      else if (!sameNode(first.entry.value, entry.value)) report(disagreement(key, [first.by, by], place));
    }
  }
  for (const [key, { entry }] of brought) entries.set(key, entry);
  return entries;
}

interface Brought {
  /** The merge key. */
  readonly by: YamlNode;
  readonly entry: YamlEntry;
}

// Of several merge keys in one mapping some readers take the first and others the last; within one list it is the first.
// The values are not told: they may be passwords of other tools.
function disagreement(key: string, [first, second]: readonly [YamlNode, YamlNode], place: Place): Failure {
  return failure('merge_conflict', { at: place(second.offset), key, firstLine: place(first.offset).line });
}

/** What one merge key brings: of a list, the first map that has a key. */
function broughtBy(value: YamlNode, merging: Merging): ReadonlyMap<string, YamlEntry> {
  const entries = new Map<string, YamlEntry>();
  for (const source of mergeSources(value)) {
    if (source.kind !== 'map' || hasOddTag(source)) {
      merging.report(failure('bad_merge_key', { at: merging.place(source.offset) }));
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
