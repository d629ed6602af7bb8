import type { NodeName } from '../names.ts';
import type { NextCommand } from '../failure-class.ts';
import type { Change, HeldName, TakenAddress } from '../plan/plan.ts';

interface Hindered {
  readonly nodes: readonly NodeName[];
  /** Those of them for which the command that would settle them is refused too, for a reason of its own. */
  readonly hindered: readonly NodeName[];
}

/** Refusals of the authority table, and what a plan can be refused for. */
export interface PlanFailures {
  resize_required: { readonly nodes: readonly NodeName[] };
  recreate_required: Hindered & {
    /** What differs, by node, in the words of the manifest. */
    readonly differs: { readonly [node: string]: readonly string[] };
  };
  nodes_removed: Hindered;
  envelope_changed: {
    readonly nodes: readonly NodeName[];
    readonly paths: readonly string[];
    readonly hindering: readonly NodeName[];
  };
  whole_recreate_required: { readonly nodes: readonly NodeName[]; readonly hindering: readonly NodeName[] };
  not_created: Hindered;
  address_taken: TakenAddress;
  name_held: HeldName;
  creation_unfinished: { readonly nodes: readonly NodeName[] };
  destruction_unfinished: { readonly nodes: readonly NodeName[] };
  node_protected: { readonly nodes: readonly NodeName[]; readonly command: string };
  whole_only: { readonly command: string; readonly option: string | null };
  node_name_empty: { readonly known: readonly string[] };
  node_pattern: { readonly name: string };
  node_repeated: { readonly name: string };
  node_skipped: { readonly name: string };
  unknown_node: { readonly name: string; readonly nearest: string | null };
  plan_changed: {
    readonly expected: string;
    readonly actual: string;
    /** Nodes that differ, as far as two hashes can tell, and what would be done to each now. */
    readonly nodes: readonly NodeName[];
    readonly changed: readonly { readonly node: NodeName; readonly now: string; readonly changes: readonly Change[] }[];
    /** What all nodes share differs, and how it differs from what exists now; null when it does not. */
    readonly shared: readonly Change[] | null;
    /** Something differs about a node that is not in it now. */
    readonly elsewhere: boolean;
    readonly next: NextCommand;
  };
  not_supported_yet: { readonly nodes: readonly NodeName[]; readonly variable: string };
}
