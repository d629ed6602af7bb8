import type { Position } from '../position.ts';

/** Complaints about the manifest; each knows where it stands. */
export interface ManifestFailures {
  manifest_not_found: { readonly looked: readonly string[] };
  yaml_syntax: { readonly at: Position; readonly problem: string };
}
