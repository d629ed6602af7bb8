/** Where the areas of a FAT12 volume lie; sectors unless named otherwise. */
export interface FatGeometry {
  readonly sectorsPerCluster: number;
  readonly clusterBytes: number;
  readonly reservedSectors: number;
  readonly fatCopies: number;
  readonly sectorsPerFat: number;
  readonly rootEntries: number;
  readonly rootStart: number;
  readonly dataStart: number;
  readonly totalSectors: number;
}

export const sectorSize = 512;

/** The smallest of our fixed layouts that holds files of these sizes: 1 MiB, doubling to 8 MiB. */
export function fatGeometry(fileBytes: readonly number[]): FatGeometry {
  for (const sectorsPerCluster of [1, 2, 4, 8]) {
    const geometry = layout(sectorsPerCluster);
    const clusters = fileBytes.reduce((sum, bytes) => sum + Math.ceil(bytes / geometry.clusterBytes), 0);
    if (clusters * sectorsPerCluster <= geometry.totalSectors - geometry.dataStart) return geometry;
  }
  throw new RangeError('the seed files are larger than 7 MiB');
}

function layout(sectorsPerCluster: number): FatGeometry {
  const rootEntries = 512;
  const reservedSectors = 1;
  const fatCopies = 2;
  // 2048 clusters of 12 bits: a volume with 4085 clusters or more would be read as FAT16.
  const sectorsPerFat = 6;
  const rootStart = reservedSectors + fatCopies * sectorsPerFat;
  return {
    sectorsPerCluster,
    clusterBytes: sectorsPerCluster * sectorSize,
    reservedSectors,
    fatCopies,
    sectorsPerFat,
    rootEntries,
    rootStart,
    dataStart: rootStart + (rootEntries * 32) / sectorSize,
    totalSectors: 2048 * sectorsPerCluster,
  };
}
