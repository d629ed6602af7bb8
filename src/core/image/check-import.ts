import type { ImageFacts } from '../qemu/image-facts.ts';

/** Why an image cannot be a base, or null. A base that leads elsewhere would let another file decide what guests read. */
export function checkImport(facts: ImageFacts): string | null {
  if (facts.backingFile !== null)
    return `it lies on another image (${facts.backingFile}); qemu-img convert makes it whole`;
  if (facts.externalDataFile !== null) return `its data lie in another file (${facts.externalDataFile})`;
  if (facts.corrupt) return 'it is marked corrupt';
  if (facts.virtualSizeBytes <= 0) return 'it is empty';
  if (facts.virtualSizeBytes % 512 !== 0)
    return `its size of ${String(facts.virtualSizeBytes)} bytes is no whole number of sectors`;
  return null;
}
