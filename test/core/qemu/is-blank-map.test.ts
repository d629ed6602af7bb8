import { describe, expect, test } from 'vitest';
import { isBlankMap } from '../../../src/core/qemu/is-blank-map.ts';

const gib = 2 ** 30;
const zeros = (length: number) => ({ start: 0, length, depth: 0, present: false, zero: true, data: false });
const data = (length: number) => ({ start: 0, length, depth: 0, present: true, zero: false, data: true });
const map = (...ranges: readonly unknown[]): string => JSON.stringify(ranges);

describe('an image without data in its tables', () => {
  test.each([
    // Lengths of files that qemu-img 7.2 makes.
    ['of 16 MiB', 2 ** 24, 196_616],
    ['of 128 GiB', 128 * gib, 198_656],
    ['of 4 TiB', 4096 * gib, 262_144],
    ['of 16 TiB', 16_384 * gib, 458_752],
    ['grown to 16 TiB', 16_384 * gib, 655_360],
  ])('%s is blank', (_, virtualBytes, fileBytes) => {
    expect(isBlankMap(map(zeros(virtualBytes)), fileBytes)).toBe(true);
  });

  test.each([
    ['the least ext4', 2 ** 24, 720_896],
    ['the least XFS', 300 * 2 ** 20, 655_360],
    ['a file that holds more than tables', 128 * gib, 40 * 2 ** 20],
  ])('is not blank where its file is as long as with %s', (_, virtualBytes, fileBytes) => {
    expect(isBlankMap(map(zeros(virtualBytes)), fileBytes)).toBe(false);
  });
});

test('data anywhere is not blank, and what is no map is nothing', () => {
  expect(isBlankMap(map(zeros(gib), data(65_536)), 196_616)).toBe(false);
  for (const text of ['', '{}', '[]', '[1', 'null']) expect(isBlankMap(text, 0)).toBeNull();
});
