import type { NodeName } from '../names.ts';

/** Refusals of the authority table, and what a plan can be refused for. */
export interface PlanFailures {
  resize_required: { readonly nodes: readonly NodeName[] };
  recreate_required: { readonly nodes: readonly NodeName[] };
  nodes_removed: { readonly nodes: readonly NodeName[] };
  envelope_changed: { readonly nodes: readonly NodeName[]; readonly paths: readonly string[] };
  whole_recreate_required: { readonly nodes: readonly NodeName[] };
  not_created: { readonly nodes: readonly NodeName[] };
  address_taken: { readonly node: NodeName; readonly address: string; readonly holder: NodeName };
  node_protected: { readonly nodes: readonly NodeName[]; readonly command: string };
  unknown_node: { readonly name: string; readonly nearest: string | null };
  plan_changed: { readonly expected: string; readonly actual: string };
  not_supported_yet: { readonly nodes: readonly NodeName[]; readonly variable: string };
}
