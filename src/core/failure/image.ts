import type { FailedCommand } from '../state/part.ts';

/** Trouble with base images. */
export interface ImageFailures {
  image_unknown: { readonly selector: string; readonly nearest: string | null };
  image_absent: { readonly selector: string; readonly recipe: string | null };
  /** A catalog image: valid, but this version downloads none. */
  image_not_local: { readonly selector: string };
  image_exists: { readonly alias: string; readonly digest: string; readonly other: string };
  image_damaged: {
    readonly alias: string;
    readonly file: string;
    readonly problem: string;
    readonly recipe: string | null;
  };
  image_record_damaged: { readonly file: string };
  image_refused: { readonly file: string; readonly problem: string };
  image_name_wrong: { readonly name: string };
  recipe_unknown: { readonly name: string; readonly known: readonly string[] };
  /** The host lacks something that the recipe needs; the recipe says what and how to get it. */
  recipe_needs: { readonly recipe: string; readonly detail: string };
  recipe_failed: { readonly recipe: string; readonly command: FailedCommand };
}
