import { type Failure, failure } from '../../failure.ts';
import { nearestName } from '../../nearest-name.ts';
import { mergedEntries } from '../yaml/merged-entries.ts';
import type { YamlNode } from '../yaml/node.ts';
import { type ReadContext, aboutNode } from './read-context.ts';
import { refuseTemplate } from './read-scalar.ts';

interface AllowedFields<F extends string> {
  readonly fields: readonly F[];
  readonly needed: readonly F[];
  readonly example: string;
}

/** The fields of a mapping by name, when there are no others and the needed ones are there. */
export function readFields<const F extends string>(
  node: YamlNode,
  context: ReadContext,
  allowed: AllowedFields<F>,
): Partial<Record<F, YamlNode>> | undefined {
  if (refuseTemplate(node, context)) return undefined;
  const { subject, variable, place, report } = context;
  const { fields, needed, example } = allowed;
  if (node.kind !== 'map') {
    report(failure('wrong_type', { ...aboutNode(node, context), expected: `a mapping, for example ${example}` }));
    return undefined;
  }
  const found: Partial<Record<F, YamlNode>> = {};
  let complete = true;
  const refuse = (name: string, key: YamlNode): void => {
    complete = false;
    const about = { at: place(key.offset), subject, variable, field: name, fields };
    report(failure('unknown_field', { ...about, nearest: nearestName(name, fields) }));
  };
  const refuseKey = (complaint: Failure): void => {
    complete = false;
    report(complaint);
  };
  for (const [name, { key, value }] of mergedEntries(node, { place, report: refuseKey, keys: 'ours' })) {
    const field = fields.find((candidate) => candidate === name);
    if (field === undefined) refuse(name, key);
    else found[field] = value;
  }
  for (const field of needed.filter((name) => found[name] === undefined)) {
    complete = false;
    report(failure('missing_field', { at: place(node.offset), subject, variable, field, example }));
  }
  return complete ? found : undefined;
}
