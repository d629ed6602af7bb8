import { type Failure, failure } from '../../failure.ts';
import type { Group } from '../manifest.ts';

/** Where a group stands: itself with all groups above it, and how deep it is. */
export interface GroupPlace {
  /** Its longest way down from `all`, which has depth 0. */
  readonly depth: number;
  readonly lineage: ReadonlySet<string>;
}

const chainLimit = 64;

/** The place of every group, or the complaint about one that contains itself. */
export function groupPlaces(
  groups: ReadonlyMap<string, Group>,
  report: (failure: Failure) => void,
): ReadonlyMap<string, GroupPlace> {
  const places = new Map<string, GroupPlace>();
  const open: string[] = [];
  const visit = (group: Group): GroupPlace => {
    const known = places.get(group.name);
    if (known !== undefined) return known;
    if (open.includes(group.name)) {
      report(
        failure('group_cycle', {
          at: group.at,
          groups: [...open.slice(open.indexOf(group.name)), group.name].toReversed(),
        }),
      );
      return { depth: 0, lineage: new Set([group.name]) };
    }
    // Inventories nest a handful of levels; the walk recurses, so a chain without end must not reach it.
    if (open.length >= chainLimit) {
      report(failure('nesting_too_deep', { at: group.at, limit: chainLimit }));
      return { depth: 0, lineage: new Set([group.name]) };
    }
    open.push(group.name);
    const above = [...group.parents].flatMap((name) => groups.get(name) ?? []).map(visit);
    open.pop();
    const place = {
      depth: group.name === 'all' ? 0 : 1 + Math.max(0, ...above.map((parent) => parent.depth)),
      lineage: new Set([group.name, ...above.flatMap((parent) => [...parent.lineage])]),
    };
    places.set(group.name, place);
    return place;
  };
  for (const group of groups.values()) visit(group);
  return places;
}
