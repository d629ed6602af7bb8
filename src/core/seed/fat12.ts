import { directoryEntries, entrySize, type PlacedFile } from './fat-directory.ts';
import { fatGeometry, sectorSize, type FatGeometry } from './fat-geometry.ts';
import type { SeedFile } from './seed-file.ts';

/**
 * Bytes of a FAT12 volume with these files in its root folder. The same files give the same bytes: time stamps are fixed
 * and the volume id comes from the content. Precondition: unique names, at most 7 MiB in all.
 * Format: ECMA-107 and Microsoft's FAT specification 1.03.
 */
export function fat12Volume(label: string, files: readonly SeedFile[]): Uint8Array {
  const geometry = fatGeometry(files.map((file) => file.bytes.length));
  const volume = new Uint8Array(geometry.totalSectors * sectorSize);
  const placed = placeFiles(files, geometry);
  writeBootSector(volume, geometry, { label, volumeId: contentId(files) });
  for (let copy = 0; copy < geometry.fatCopies; copy += 1) {
    writeFat(
      volume.subarray((geometry.reservedSectors + copy * geometry.sectorsPerFat) * sectorSize),
      placed,
      geometry,
    );
  }
  const entries = directoryEntries(label, placed);
  if (entries.length > geometry.rootEntries * entrySize) throw new RangeError('more files than the root folder holds');
  volume.set(entries, geometry.rootStart * sectorSize);
  for (const { file, firstCluster } of placed) {
    if (firstCluster !== 0)
      volume.set(file.bytes, geometry.dataStart * sectorSize + (firstCluster - 2) * geometry.clusterBytes);
  }
  return volume;
}

/** Gives each file a run of clusters; clusters count from 2, and an empty file has none. */
function placeFiles(files: readonly SeedFile[], geometry: FatGeometry): readonly PlacedFile[] {
  let next = 2;
  return files.map((file) => {
    const clusters = Math.ceil(file.bytes.length / geometry.clusterBytes);
    const firstCluster = clusters === 0 ? 0 : next;
    next += clusters;
    return { file, firstCluster };
  });
}

function writeBootSector(
  volume: Uint8Array,
  geometry: FatGeometry,
  names: { readonly label: string; readonly volumeId: number },
): void {
  const view = new DataView(volume.buffer);
  writeAscii(volume, 0, '\xeb\x3c\x90MSDOS5.0');
  view.setUint16(11, sectorSize, true);
  view.setUint8(13, geometry.sectorsPerCluster);
  view.setUint16(14, geometry.reservedSectors, true);
  view.setUint8(16, geometry.fatCopies);
  view.setUint16(17, geometry.rootEntries, true);
  view.setUint16(19, geometry.totalSectors, true);
  view.setUint8(21, mediaDescriptor);
  view.setUint16(22, geometry.sectorsPerFat, true);
  // Nobody reads cylinders any more, but checkers want them to be there.
  view.setUint16(24, 32, true);
  view.setUint16(26, 2, true);
  view.setUint8(36, 0x80);
  view.setUint8(38, 0x29);
  view.setUint32(39, names.volumeId, true);
  writeAscii(volume, 43, names.label.padEnd(11));
  writeAscii(volume, 54, 'FAT12   ');
  view.setUint16(510, 0xaa55, true);
}

function writeFat(fat: Uint8Array, placed: readonly PlacedFile[], geometry: FatGeometry): void {
  setFatEntry(fat, 0, 0xf00 | mediaDescriptor);
  setFatEntry(fat, 1, endOfChain);
  for (const { file, firstCluster } of placed) {
    const clusters = Math.ceil(file.bytes.length / geometry.clusterBytes);
    for (let index = 0; index < clusters; index += 1) {
      setFatEntry(fat, firstCluster + index, index === clusters - 1 ? endOfChain : firstCluster + index + 1);
    }
  }
}

/** Two entries of 12 bits share three bytes. */
function setFatEntry(fat: Uint8Array, cluster: number, value: number): void {
  const at = cluster + (cluster >> 1);
  const low = fat[at] ?? 0;
  const high = fat[at + 1] ?? 0;
  if (cluster % 2 === 0) {
    fat[at] = value & 0xff;
    fat[at + 1] = (high & 0xf0) | (value >> 8);
  } else {
    fat[at] = (low & 0x0f) | ((value & 0x0f) << 4);
    fat[at + 1] = value >> 4;
  }
}

/** FNV-1a over names and bytes: two seeds with other content are told apart by their volume id. */
function contentId(files: readonly SeedFile[]): number {
  let hash = 0x811c9dc5;
  const add = (byte: number): void => {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  };
  for (const file of files) {
    for (const character of file.name) add(character.charCodeAt(0));
    add(0);
    file.bytes.forEach(add);
  }
  return hash;
}

function writeAscii(target: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) target[at + index] = text.charCodeAt(index);
}

/** A fixed disk. */
const mediaDescriptor = 0xf8;
const endOfChain = 0xfff;
