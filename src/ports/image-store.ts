import type { ImageListing } from '../core/image/listed-image.ts';
import type { StoredImage } from '../core/image/stored-image.ts';
import type { Result } from '../core/result.ts';

/** Base images in the cache: verified before use, then read-only. */
export interface ImageStore {
  /** All of them; a file that has changed since its bytes were last right is read again. */
  list(): Promise<Result<ImageListing>>;
  /**
   * Finds the image for a normalised selector, offline. `image_unknown` names the nearest, `image_absent` the recipe that
   * brings it; a catalog selector is `image_not_local`: this version downloads nothing.
   */
  resolve(selector: string, arch: 'amd64' | 'arm64'): Promise<Result<StoredImage>>;
  /** Digest over the file against the record: `image_damaged`. Remembered per inode, size, mtime and ctime. */
  verify(image: ImageBytes): Promise<Result<void>>;
  /**
   * Copies a qcow2 or raw file in as `local-<name>` after checking the copy's structure: `image_refused`. `image_exists` if
   * other bytes have the name; the same bytes again are success.
   */
  importFile(request: ImportRequest): Promise<Result<StoredImage>>;
  /**
   * Runs the recipe `qemu/images/<recipe>` and registers `local-<recipe>`; one that was built from the same recipe files is
   * returned as it is unless forced or damaged. Disks that lie on an earlier build keep their base. `recipe_needs` when the host lacks a tool.
   */
  build(recipe: string, request: BuildRequest): Promise<Result<StoredImage>>;
}

/** The file that an image is in, and what its bytes are to be. */
export type ImageBytes = Pick<StoredImage, 'alias' | 'file' | 'digest'>;

export type { StoredImage };

export interface ImportRequest {
  readonly file: string;
  readonly name: string;
  readonly arch: 'amd64' | 'arm64';
  readonly boot: 'bios' | 'uefi' | 'both';
}

export interface BuildRequest {
  /** Lines of the recipe's own progress. */
  readonly onLine: (line: string) => void;
  readonly signal: AbortSignal;
  readonly force: boolean;
}
