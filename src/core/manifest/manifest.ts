import type { Failure } from '../failure.ts';
import type { Position } from '../position.ts';
import type { VariableName, VariableValues } from './variables.ts';

/**
 * One file after reading, before inheritance: groups, hosts, and our own variables where they stand. Opaque variables
 * are not in it: they may hold passwords.
 */
export interface Manifest {
  readonly file: string;
  /** By name; `all` is always there. */
  readonly groups: ReadonlyMap<string, Group>;
  /** In the order of the text; a host that stands in several groups has several entries. */
  readonly hosts: readonly HostEntry[];
  /** What is wrong so far. The rest is still resolved, so that a person sees every mistake at once. */
  readonly complaints: readonly Failure[];
}

export interface Group {
  readonly name: string;
  /** Where it is first named. */
  readonly at: Position;
  readonly parents: ReadonlySet<string>;
  readonly vars: readonly Assignment[];
}

export interface HostEntry {
  /** Dotted decimal. */
  readonly address: string;
  readonly group: string;
  readonly at: Position;
  readonly vars: readonly Assignment[];
}

/** One variable of ours with its value; undefined when a complaint about it has been made. */
export type Assignment = { readonly [V in VariableName]: AssignmentOf<V> }[VariableName];

export interface AssignmentOf<V extends VariableName> {
  readonly name: V;
  readonly value: VariableValues[V] | undefined;
  /** The value as a complaint shows it. */
  readonly shown: string;
  /** Where the value stands. */
  readonly at: Position;
  /** `group lab` or `host entry in group lab`. */
  readonly where: string;
}
