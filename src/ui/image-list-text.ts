import { displaySize } from '../core/display-size.ts';
import type { StoredImage } from '../core/image/stored-image.ts';
import { textTable } from './text-table.ts';

/** The images of the cache, one a line. */
export function imageListText(images: readonly StoredImage[]): string {
  if (images.length === 0) return 'no images yet; paddock image build mini makes a small one';
  const rows = images.map((image) => [
    image.alias,
    image.arch,
    displaySize(image.virtualSizeBytes),
    image.boot === 'both' ? 'bios, uefi' : image.boot,
    image.addedAt.slice(0, 10),
    // Twelve digits tell images apart; --json has the whole digest.
    image.digest.replace('sha256:', '').slice(0, 12),
    image.origin,
  ]);
  return textTable(['IMAGE', 'ARCH', 'SIZE', 'BOOT', 'ADDED', 'DIGEST', 'ORIGIN'], rows).join('\n');
}
