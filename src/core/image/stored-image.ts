import type { ShareWay } from '../share/share-way.ts';

/** A base image that the cache holds. */
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
  /** How its kernel can get folders of the host; null when that is not known. */
  readonly shareWays: readonly ShareWay[] | null;
}
