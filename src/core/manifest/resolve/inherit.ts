import { type Failure, failure } from '../../failure.ts';
import { canonicalJson } from '../../spec/canonical-json.ts';
import type { Assignment, AssignmentOf, Group, HostEntry } from '../manifest.ts';
import type { VariableName } from '../variables.ts';
import type { GroupPlace } from './group-places.ts';

/** The variables that hold for one host, each from the deepest place that sets it. */
export interface Inherited {
  get<V extends VariableName>(name: V): AssignmentOf<V> | undefined;
  /** Depth of the place that won: 0 is `all`, the host itself is infinite; -1 when nothing sets it. */
  depthOf(name: VariableName): number;
  /** Reports two places of one depth that disagree about this variable; asked only for variables that count. */
  checkConflict(name: VariableName, subject: string): void;
}

interface Winner {
  readonly depth: number;
  readonly assignment: Assignment;
  /** Another place of the same depth with another value. */
  readonly rival: Assignment | null;
}

export interface Inheritance {
  readonly groups: ReadonlyMap<string, Group>;
  readonly places: ReadonlyMap<string, GroupPlace>;
  readonly report: (failure: Failure) => void;
}

/** Makes the function that says what a host inherits; hosts that stand in the same groups share the work. */
export function inheritance(from: Inheritance): (entries: readonly HostEntry[]) => Inherited {
  const layers = new Map<string, ReadonlyMap<VariableName, Winner>>();
  return (entries) => {
    const names = entries.map((entry) => entry.group);
    const key = JSON.stringify(names);
    const above = layers.get(key) ?? groupLayers(names, from);
    layers.set(key, above);
    const winners = new Map(above);
    for (const assignment of entries.flatMap((entry) => entry.vars))
      settle(winners, assignment, Number.POSITIVE_INFINITY);
    return asInherited(winners, from.report);
  };
}

function groupLayers(names: readonly string[], { groups, places }: Inheritance): ReadonlyMap<VariableName, Winner> {
  const lineage = new Set(names.flatMap((name) => [...(places.get(name)?.lineage ?? [])]));
  // Every host inherits from `all`, also where a cycle of groups has cut the way up.
  lineage.add('all');
  const winners = new Map<VariableName, Winner>();
  for (const name of lineage) {
    for (const assignment of groups.get(name)?.vars ?? []) settle(winners, assignment, places.get(name)?.depth ?? 0);
  }
  return winners;
}

function settle(winners: Map<VariableName, Winner>, assignment: Assignment, depth: number): void {
  const present = winners.get(assignment.name);
  if (present === undefined || depth > present.depth) winners.set(assignment.name, { depth, assignment, rival: null });
  else if (depth === present.depth && present.rival === null && !sameValue(present.assignment, assignment)) {
    winners.set(assignment.name, { ...present, rival: assignment });
  }
}

// A value that has its own complaint already disagrees with nothing.
function sameValue(left: Assignment, right: Assignment): boolean {
  return (
    left.value === undefined || right.value === undefined || canonicalJson(left.value) === canonicalJson(right.value)
  );
}

function asInherited(winners: ReadonlyMap<VariableName, Winner>, report: (failure: Failure) => void): Inherited {
  return {
    // The map is filled under the assignment's own name only.
    get: <V extends VariableName>(name: V) => winners.get(name)?.assignment as AssignmentOf<V> | undefined,
    depthOf: (name) => winners.get(name)?.depth ?? -1,
    checkConflict: (name, subject) => {
      const winner = winners.get(name);
      if (winner === undefined || winner.rival === null) return;
      const sides = [winner.assignment, winner.rival].toSorted((left, right) => left.at.line - right.at.line);
      const [first, second] = sides.map(({ where, shown, at }) => ({ where, shown, line: at.line }));
      if (first === undefined || second === undefined) return;
      report(
        failure('group_conflict', {
          at: sides[1]?.at ?? winner.rival.at,
          subject,
          variable: name,
          sides: [first, second],
        }),
      );
    },
  };
}
