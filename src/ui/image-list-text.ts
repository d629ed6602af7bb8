import { displaySize } from '../core/display-size.ts';
import type { ImageListing } from '../core/image/listed-image.ts';
import { textTable } from './text-table.ts';

const head = ['IMAGE', 'ARCH', 'SIZE', 'BOOT', 'ADDED', 'DIGEST', 'ORIGIN'];

/** The images of the cache, one a line. */
export function imageListText({ images, damagedRecords }: ImageListing): string {
  const damaged = damagedRecords.map((file) => `warning: ${file}: is not a record of an image that this version reads`);
  if (images.length === 0 && damaged.length === 0) return 'no images yet; paddock image build mini makes a small one';
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
  const table = rows.length === 0 ? [] : textTable(head, rows);
  const problems = images.flatMap(({ alias, file, problem }) =>
    problem === null ? [] : [`warning: ${alias}: ${file} ${problem}`],
  );
  return [...table, ...problems, ...damaged].join('\n');
}
