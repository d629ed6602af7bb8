import { shortName } from './fat-short-name.ts';
import type { SeedFile } from './seed-file.ts';

export interface PlacedFile {
  readonly file: SeedFile;
  /** 0 for an empty file. */
  readonly firstCluster: number;
}

export const entrySize = 32;

/** The root folder: the volume label, then each file as its VFAT long-name entries and its short entry. */
export function directoryEntries(label: string, placed: readonly PlacedFile[]): Uint8Array {
  const entries = [shortEntry(label.padEnd(11), { attributes: 0x08, firstCluster: 0, size: 0 })];
  const taken = new Set<string>();
  for (const { file, firstCluster } of placed) {
    const short = shortName(file.name, taken);
    taken.add(short);
    entries.push(...longNameEntries(file.name, checksum(short)));
    entries.push(shortEntry(short, { attributes: 0x20, firstCluster, size: file.bytes.length }));
  }
  const bytes = new Uint8Array(entries.length * entrySize);
  entries.forEach((entry, index) => {
    bytes.set(entry, index * entrySize);
  });
  return bytes;
}

interface ShortEntry {
  readonly attributes: number;
  readonly firstCluster: number;
  readonly size: number;
}

function shortEntry(name: string, fields: ShortEntry): Uint8Array {
  const bytes = new Uint8Array(entrySize);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < 11; index += 1) bytes[index] = name.charCodeAt(index);
  view.setUint8(11, fields.attributes);
  for (const at of [16, 18, 24]) view.setUint16(at, firstDay, true);
  view.setUint16(26, fields.firstCluster, true);
  view.setUint32(28, fields.size, true);
  return bytes;
}

/** Thirteen UTF-16 units an entry, the last part first; ended by one NUL and padded with FFFF. */
function longNameEntries(name: string, sum: number): readonly Uint8Array[] {
  const count = Math.ceil(name.length / unitOffsets.length);
  const entries: Uint8Array[] = [];
  for (let order = count; order >= 1; order -= 1) {
    const bytes = new Uint8Array(entrySize);
    const view = new DataView(bytes.buffer);
    view.setUint8(0, order === count ? order | 0x40 : order);
    view.setUint8(11, 0x0f);
    view.setUint8(13, sum);
    unitOffsets.forEach((at, index) => {
      const place = (order - 1) * unitOffsets.length + index;
      view.setUint16(at, place < name.length ? name.charCodeAt(place) : place === name.length ? 0 : 0xffff, true);
    });
    entries.push(bytes);
  }
  return entries;
}

/** Ties the long entries to their short entry. */
function checksum(short: string): number {
  let sum = 0;
  for (const character of short) sum = (((sum & 1) << 7) + (sum >> 1) + character.charCodeAt(0)) & 0xff;
  return sum;
}

/** 1 January 1980, the first day that FAT can name. */
const firstDay = 0x21;
const unitOffsets = [1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30];
