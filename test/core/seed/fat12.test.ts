import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fat12Volume } from '../../../src/core/seed/fat12.ts';
import type { SeedFile } from '../../../src/core/seed/seed-file.ts';
import { encodeUtf8 } from '../../../src/core/seed/utf8.ts';
import { readFat12 } from './read-fat12.ts';

const three: readonly SeedFile[] = [
  { name: 'meta-data', bytes: encodeUtf8('instance-id: "x"\n') },
  { name: 'user-data', bytes: encodeUtf8(`#cloud-config\n${'k: "v"\n'.repeat(300)}`) },
  { name: 'network-config', bytes: encodeUtf8('version: 2\n') },
];

describe('fat12Volume', () => {
  it('gives the same bytes for the same files, frozen', () => {
    const digest = createHash('sha256').update(fat12Volume('CIDATA', three)).digest('hex');
    expect(digest).toBe('22a723a79a62fa55d4d75fb0deb45439cff28feb91cdbaa143feacf97ed2d4c3');
  });

  it('is one MiB, with the label and a boot signature', () => {
    const volume = fat12Volume('CIDATA', three);
    expect(volume.length).toBe(1024 * 1024);
    expect(Buffer.from(volume.subarray(43, 62)).toString('latin1')).toBe('CIDATA     FAT12   ');
    expect([volume[510], volume[511]]).toEqual([0x55, 0xaa]);
  });

  it('carries long names as they were given', () => {
    expect(readFat12(fat12Volume('CIDATA', three)).map((file) => file.name)).toEqual([
      'meta-data',
      'user-data',
      'network-config',
    ]);
  });

  it('takes another volume id when one byte of one file changes', () => {
    const changed = three.map((file) =>
      file.name === 'meta-data' ? { ...file, bytes: encodeUtf8('instance-id: "y"\n') } : file,
    );
    expect(volumeId(fat12Volume('CIDATA', changed))).not.toBe(volumeId(fat12Volume('CIDATA', three)));
  });

  it('gives an empty file no cluster', () => {
    const [file] = readFat12(fat12Volume('CIDATA', [{ name: 'vendor-data', bytes: new Uint8Array(0) }]));
    expect(file).toMatchObject({ name: 'vendor-data', short: 'VENDOR~1   ', chain: [] });
  });

  it('keeps the short names apart when the long ones begin alike', () => {
    const files = ['user-data', 'user-data-1', 'user-data-2'].map((name) => ({ name, bytes: encodeUtf8(name) }));
    expect(readFat12(fat12Volume('CIDATA', files)).map((file) => file.short)).toEqual([
      'USER-D~1   ',
      'USER-D~2   ',
      'USER-D~3   ',
    ]);
  });

  it('doubles its size for large files and refuses what fits in no layout', () => {
    expect(fat12Volume('CIDATA', [{ name: 'big', bytes: new Uint8Array(1024 * 1024) }]).length).toBe(2 * 1024 * 1024);
    expect(() => fat12Volume('CIDATA', [{ name: 'big', bytes: new Uint8Array(8 * 1024 * 1024) }])).toThrow(RangeError);
  });

  it('gives back every file, whatever the names and sizes are', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9._-]{0,39}$/), { minLength: 1, maxLength: 12 });
    const sizes = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(names, sizes, (someNames, someSizes) => {
        const files = someNames.map((name, index) => ({
          name,
          bytes: new Uint8Array(someSizes[index] ?? 0).fill(index + 1),
        }));
        const read = readFat12(fat12Volume('CIDATA', files));
        expect(read.map(({ name }) => name)).toEqual(someNames);
        expect(
          files.filter((file, index) => !Buffer.from(file.bytes).equals(read[index]?.bytes ?? new Uint8Array(0))),
        ).toEqual([]);
        const clusters = read.flatMap((file) => file.chain);
        expect(new Set(clusters).size).toBe(clusters.length);
      }),
      { numRuns: 60 },
    );
  });
});

function volumeId(volume: Uint8Array): number {
  return new DataView(volume.buffer).getUint32(39, true);
}
