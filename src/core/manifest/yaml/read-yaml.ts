import { type Result, fail, ok } from '../../result.ts';
import { checkKeys } from './check-keys.ts';
import { checkText } from './check-text.ts';
import type { Place } from './line-index.ts';
import type { YamlNode } from './node.ts';
import { readSimple } from './read-simple.ts';
import { readWithLibrary } from './read-library.ts';

/** Text → tree, or everything that is wrong with it as YAML. Null is a text without a value. */
export function readYaml(text: string, place: Place): Result<YamlNode | null> {
  const unreadable = checkText(text, place);
  if (unreadable.length > 0) return fail(...unreadable);
  const simple = readSimple(text);
  const read = simple === null ? readWithLibrary(text, place) : ok(simple);
  if (!read.ok || read.value === null) return read;
  const repeated = checkKeys(read.value, place);
  return repeated.length > 0 ? fail(...repeated) : ok(read.value);
}
