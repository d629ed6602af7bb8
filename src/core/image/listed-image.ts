import type { StoredImage } from './stored-image.ts';

/** Everything that the cache holds, sound or not: one damaged image is no reason to hide the others. */
export interface ImageListing {
  readonly images: readonly ListedImage[];
  /** Files under an image's name that this version cannot read as its record. */
  readonly damagedRecords: readonly string[];
}

export interface ListedImage extends StoredImage {
  /** What is wrong with its file, for people; null when its bytes are right. */
  readonly problem: string | null;
}
