import { describe, expect, it } from 'vitest';
import { cachePaths } from '../../../src/core/image/cache-paths.ts';
import { checkImport } from '../../../src/core/image/check-import.ts';
import { foreignFormat } from '../../../src/core/image/foreign-format.ts';
import { imageRecordText, readImageRecord } from '../../../src/core/image/image-record.ts';
import type { StoredImage } from '../../../src/core/image/stored-image.ts';
import { imageDocument } from '../../../src/ui/image-document.ts';
import { imageListText } from '../../../src/ui/image-list-text.ts';

const digest = `sha256:${'ab'.repeat(32)}`;
const image: StoredImage = {
  alias: 'local-mini',
  arch: 'amd64',
  file: '/cache/x.qcow2',
  digest,
  virtualSizeBytes: 512 * 1024 * 1024,
  boot: 'both',
  origin: 'built from the recipe mini',
  addedAt: '2026-01-02T03:04:05.000Z',
  shareWays: ['virtiofs'],
};
const { shareWays: _ways, ...shown } = image;
const { file: _file, ...kept } = shown;
const record = { ...kept, recipe: { name: 'mini', digest } };
const facts = {
  format: 'qcow2',
  virtualSizeBytes: 512,
  actualSizeBytes: 0,
  backingFile: null,
  corrupt: false,
  externalDataFile: null,
  snapshots: [],
} as const;

describe('image records', () => {
  it('read back as they were written', () => {
    expect(readImageRecord(imageRecordText(record))).toEqual({ schema: 1, ...record });
  });

  it.each([
    ['no JSON', '{'],
    ['another schema', JSON.stringify({ schema: 2, ...record })],
    ['a name that leads elsewhere', imageRecordText({ ...record, alias: 'local-../x' })],
    ['a digest that is none', imageRecordText({ ...record, digest: 'sha256:../../etc' })],
  ])('refuse %s', (_what, text) => {
    expect(readImageRecord(text)).toBeNull();
  });

  it('name files without a colon, by digest', () => {
    expect(cachePaths.image(digest)).toBe(`images/sha256-${'ab'.repeat(32)}.qcow2`);
  });
});

describe('checkImport', () => {
  it.each([
    [{ backingFile: '/b' }, /lies on another image/],
    [{ externalDataFile: '/d' }, /data lie in another file/],
    [{ corrupt: true }, /corrupt/],
    [{ virtualSizeBytes: 0 }, /empty/],
    [{ virtualSizeBytes: 513 }, /sectors/],
  ])('refuses %j', (change, words) => {
    expect(checkImport({ ...facts, ...change })).toMatch(words);
  });

  it('takes a whole image', () => {
    expect(checkImport(facts)).toBeNull();
  });
});

describe('foreignFormat', () => {
  it.each([
    ['KDMV....', 'VMDK'],
    ['vhdxfile', 'VHDX'],
    ['QFI\xfb\0\0\0\x03', null],
    ['', null],
    ['KDM', null],
  ])('reads %j', (start, name) => {
    expect(foreignFormat(Buffer.from(start, 'latin1'))).toBe(name);
  });
});

describe('image list', () => {
  it('draws one line an image, and says how to get the first one', () => {
    expect(imageListText({ images: [{ ...image, problem: null }], damagedRecords: [] }).split('\n')).toEqual([
      'IMAGE       ARCH   SIZE    BOOT        ADDED       DIGEST        ORIGIN',
      'local-mini  amd64  512MiB  bios, uefi  2026-01-02  abababababab  built from the recipe mini',
    ]);
    expect(imageListText({ images: [], damagedRecords: [] })).toContain('paddock image build mini');
  });

  it('names what is damaged', () => {
    const text = imageListText({ images: [{ ...image, problem: 'is gone' }], damagedRecords: ['/cache/bad.json'] });
    expect(text.split('\n').slice(2)).toEqual([
      'warning: local-mini: /cache/x.qcow2 is gone',
      'warning: /cache/bad.json: is not a record of an image that this version reads',
    ]);
  });

  it('gives scripts every field and no other', () => {
    expect(imageDocument({ ...image, extra: 1 } as StoredImage)).toEqual(shown);
  });
});
