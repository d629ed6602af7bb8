import { type Failure, failure } from '../../failure.ts';
import { nearestName } from '../../nearest-name.ts';
import type { Assignment } from '../manifest.ts';
import { isVariableName, variableNames, variableReaders } from '../variables.ts';
import type { Place } from '../yaml/line-index.ts';
import { type YamlEntry, hasOddTag } from '../yaml/node.ts';
import { showNode } from './show-node.ts';

export interface VarsOwner {
  /** How complaints call it: a node, `group lab`, or `all`. */
  readonly subject: string;
  /** `group lab` or `host entry in group lab`. */
  readonly where: string;
  readonly place: Place;
  readonly report: (failure: Failure) => void;
}

/** Our variables among the entries of a `vars` or host mapping. A `vm_` name that is none is reported; other names are opaque. */
export function readVars(entries: ReadonlyMap<string, YamlEntry>, owner: VarsOwner): readonly Assignment[] {
  const { subject, where, place, report } = owner;
  const assignments: Assignment[] = [];
  for (const [name, { key, value }] of entries) {
    if (hasOddTag(key)) {
      // Whether the tag leaves this name or makes another of it is not ours to guess.
      if (isVariableName(name) || name.startsWith('vm_')) report(failure('key_not_text', { at: place(key.offset) }));
    } else if (isVariableName(name)) {
      if (name === 'admin_ip' && where !== 'group all') {
        report(failure('misplaced_variable', { at: place(key.offset), subject, variable: name, place: 'all.vars' }));
        continue;
      }
      const read = variableReaders[name](value, { subject, variable: name, place, report });
      // Name and value come from one row of the table, which the compiler cannot follow through the index.
      assignments.push({ name, value: read, shown: showNode(value), at: place(value.offset), where } as Assignment);
    } else if (name.startsWith('vm_')) {
      report(
        failure('unknown_variable', {
          at: place(key.offset),
          subject,
          variable: name,
          nearest: nearestName(name, ourNames),
        }),
      );
    }
  }
  return assignments;
}

const ourNames = variableNames.filter((name) => name.startsWith('vm_'));
