import type { Result } from '../core/result.ts';

/** Base images in the cache: verified before use, then read-only. */
export interface ImageStore {
  list(): Promise<Result<readonly StoredImage[]>>;
  /** Finds the image for a normalised selector, offline. `image_unknown` names the nearest; `image_absent` what would bring it. */
  resolve(selector: string, arch: 'amd64' | 'arm64'): Promise<Result<StoredImage>>;
  /** Digest over the file against the record: `image_damaged`. Remembered per inode, size and mtime. */
  verify(image: StoredImage): Promise<Result<void>>;
  /** Copies a qcow2 or raw file in as `local-<name>` after checking its structure; `image_exists` if other bytes have the name. */
  importFile(request: ImportRequest): Promise<Result<StoredImage>>;
  /** Runs the recipe `qemu/images/<recipe>` and registers `local-<recipe>`. */
  build(recipe: string, request: BuildRequest): Promise<Result<StoredImage>>;
}

export interface StoredImage {
  /** For example `local-mini`. */
  readonly alias: string;
  readonly arch: 'amd64' | 'arm64';
  readonly file: string;
  /** `sha256:<hex>` */
  readonly digest: string;
  readonly virtualSizeBytes: number;
  readonly boot: 'bios' | 'uefi' | 'both';
  readonly origin: string;
  readonly addedAt: string;
}

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
