import type { Position } from '../../position.ts';

/** Complaints about groups, hosts and what they must have in common. */
export interface ManifestShapeFailures {
  manifest_empty: { readonly at: Position };
  not_a_mapping: { readonly at: Position; readonly what: string; readonly shown: string; readonly example: string };
  unknown_group_key: { readonly at: Position; readonly group: string; readonly key: string; readonly hint: string };
  group_cycle: { readonly at: Position; readonly groups: readonly string[] };
  host_range: { readonly at: Position; readonly host: string; readonly written: readonly string[] };
  host_not_address: { readonly at: Position; readonly host: string; readonly hint: string };
  address_reserved: { readonly at: Position; readonly address: string; readonly why: string };
  address_not_private: { readonly at: Position; readonly address: string };
  subnet_taken_by_qemu: { readonly at: Position; readonly address: string };
  subnet_mixed: {
    readonly at: Position;
    readonly address: string;
    readonly subnet: string;
    readonly firstLine: number;
  };
  no_managed_hosts: { readonly at: Position; readonly skipped: number };
  too_many_hosts: { readonly at: Position; readonly count: number; readonly limit: number };
  duplicate_node_name: {
    readonly at: Position;
    readonly address: string;
    readonly name: string;
    readonly holder: string;
    readonly firstLine: number;
  };
  group_conflict: {
    readonly at: Position;
    readonly subject: string;
    readonly variable: string;
    readonly sides: readonly [ConflictSide, ConflictSide];
  };
  not_uniform: {
    readonly at: Position;
    readonly subject: string;
    readonly variable: string;
    readonly shown: string;
    readonly other: string;
    readonly otherShown: string;
  };
}

/** One of two places that disagree about a variable of one host. */
export interface ConflictSide {
  /** `group lab` or `host entry in group lab`. */
  readonly where: string;
  readonly shown: string;
  readonly line: number;
}
