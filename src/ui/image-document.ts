import type { StoredImage } from '../core/image/stored-image.ts';

/** One image as scripts read it. */
export function imageDocument(image: StoredImage): Omit<StoredImage, 'shareWays'> {
  const { alias, arch, file, digest, virtualSizeBytes, boot, origin, addedAt } = image;
  return { alias, arch, file, digest, virtualSizeBytes, boot, origin, addedAt };
}
