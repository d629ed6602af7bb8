import type { Position } from '../../position.ts';

/** Trouble before the first character of the manifest is understood. */
export interface ManifestFileFailures {
  /** `named`: a person named the file. */
  manifest_not_found: { readonly looked: readonly string[]; readonly named: boolean };
  manifest_not_regular: { readonly path: string; readonly kind: string };
  manifest_too_large: { readonly path: string; readonly bytes: number | null; readonly limit: number };
  manifest_unreadable: { readonly path: string; readonly code: string };
  manifest_not_utf8: { readonly path: string; readonly encoding: 'UTF-16' | 'UTF-32' | null };
  /** `at` is where the node that names the file stands. */
  user_data_unreadable: {
    readonly at: Position;
    readonly node: string;
    readonly path: string;
    readonly problem: string;
  };
  /** It was read, and cloud-init would make nothing of it. */
  user_data_refused: {
    readonly at: Position;
    readonly node: string;
    readonly path: string;
    readonly problem: string;
  };
}
