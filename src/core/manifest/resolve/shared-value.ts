import { type Failure, failure } from '../../failure.ts';
import type { NodeName } from '../../names.ts';
import type { AssignmentOf } from '../manifest.ts';
import type { VariableName, VariableValues } from '../variables.ts';
import type { Inherited } from './inherit.ts';

/** Variables of which the deployment has one value. */
export type SharedVariable = Extract<
  VariableName,
  'node_admin_username' | 'node_admin_uid' | 'vm_arch' | 'vm_accel' | 'vm_network'
>;

export interface SharingNode {
  readonly name: NodeName;
  readonly vars: Inherited;
}

/** The value that all nodes have for a variable; a node that has another is reported. `fallback` stands where nothing is written. */
export function sharedValue<V extends SharedVariable, F extends VariableValues[V] | null>(
  variable: V,
  fallback: F,
  { nodes, report }: { readonly nodes: readonly SharingNode[]; readonly report: (failure: Failure) => void },
): VariableValues[V] | F {
  const [first, ...others] = nodes;
  if (first === undefined) return fallback;
  const expected = first.vars.get(variable);
  for (const { name, vars } of others) {
    const found = vars.get(variable);
    if (
      found === expected ||
      isBroken(found) ||
      isBroken(expected) ||
      valueOf(found, fallback) === valueOf(expected, fallback)
    )
      continue;
    const at = found?.at ?? expected?.at;
    if (at === undefined) continue;
    report(
      failure('not_uniform', {
        at,
        subject: name,
        variable,
        shown: shownOf(found, fallback),
        other: first.name,
        otherShown: shownOf(expected, fallback),
      }),
    );
    break;
  }
  return valueOf(expected, fallback);
}

function isBroken<V extends SharedVariable>(assignment: AssignmentOf<V> | undefined): boolean {
  return assignment !== undefined && assignment.value === undefined;
}

function valueOf<V extends SharedVariable, F>(
  assignment: AssignmentOf<V> | undefined,
  fallback: F,
): VariableValues[V] | F {
  return assignment?.value ?? fallback;
}

function shownOf<V extends SharedVariable>(
  assignment: AssignmentOf<V> | undefined,
  fallback: VariableValues[V] | null,
): string {
  return assignment?.shown ?? (fallback === null ? 'no value' : `${String(fallback)} (the default)`);
}
