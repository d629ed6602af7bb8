import type { Position } from '../../position.ts';

/** Complaints about the manifest as YAML. */
export interface ManifestYamlFailures {
  yaml_syntax: { readonly at: Position; readonly problem: string };
  control_character: { readonly at: Position; readonly code: number };
  tab_character: { readonly at: Position };
  merge_conflict_marker: { readonly at: Position };
  several_documents: { readonly at: Position };
  duplicate_key: { readonly at: Position; readonly key: string; readonly firstLine: number };
  unknown_alias: { readonly at: Position; readonly name: string };
  alias_cycle: { readonly at: Position; readonly name: string };
  key_not_text: { readonly at: Position };
  bad_merge_key: { readonly at: Position };
  expansion_too_large: { readonly at: Position; readonly limit: number };
  too_much_syntax: { readonly at: Position; readonly limit: number };
  merge_conflict: { readonly at: Position; readonly key: string; readonly firstLine: number };
  /** Enough is wrong; `count` complaints are told, and the reading stopped at this one. */
  complaints_cut_short: { readonly at: Position; readonly count: number };
  nesting_too_deep: { readonly at: Position; readonly limit: number };
}
