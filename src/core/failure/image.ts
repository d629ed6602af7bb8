/** Trouble with base images. */
export interface ImageFailures {
  image_unknown: { readonly selector: string; readonly nearest: string | null };
  image_absent: { readonly selector: string; readonly recipe: string | null };
}
