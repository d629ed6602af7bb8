import type { ImageFacts } from './image-facts.ts';

/**
 * Why an image is none that Paddock has made on `base` (absolute; null for a data disk, which lies on nothing): it would
 * give a guest, or a copy, the bytes of another file. Null when nothing is wrong. For people, after the image's name.
 */
export function chainProblem(
  { format, backingFile, externalDataFile }: Pick<ImageFacts, 'format' | 'backingFile' | 'externalDataFile'>,
  base: string | null,
): string | null {
  if (format !== 'qcow2') return `is ${format} instead of qcow2`;
  if (externalDataFile !== null) return `keeps its data in ${externalDataFile}`;
  if (backingFile === base) return null;
  return `has ${backingFile ?? 'no image'} as its backing file instead of ${base ?? 'none'}`;
}
