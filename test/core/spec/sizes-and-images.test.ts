import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatSize } from '../../../src/core/spec/format-size.ts';
import { ipv4Octets, subnetOf } from '../../../src/core/spec/ipv4.ts';
import { normaliseImage, parseImageSelector } from '../../../src/core/spec/normalise-image.ts';
import { parseSize } from '../../../src/core/spec/parse-size.ts';

describe('sizes', () => {
  test.each([
    ['0B', 0],
    ['512B', 512],
    ['1KiB', 1024],
    ['1KB', 1000],
    ['4GiB', 4_294_967_296],
    ['4GB', 4_000_000_000],
    ['2TiB', 2_199_023_255_552],
    ['2TB', 2_000_000_000_000],
    ['1MB', 1_000_000],
  ])('%s is %i bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  test.each(['', '4', '4G', '4gib', '4 GiB', '04GiB', '1.5GiB', '-1GiB', '4GiB ', '1e3MiB', 'GiB'])(
    '%j is none',
    (text) => {
      expect(parseSize(text)).toBeNull();
    },
  );

  test('what is formatted reads back', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (bytes) => {
        expect(parseSize(formatSize(bytes))).toBe(bytes);
      }),
    );
  });
});

describe('images', () => {
  test.each([
    ['u24', null, 'u24:stable'],
    ['u24:stable', null, 'u24:stable'],
    ['u24:edge', null, 'u24:edge'],
    ['u24', '24.04', 'u24:stable~24.04'],
    ['u24@24.04.1', null, 'u24@24.04.1'],
    ['rocky-9', null, 'rocky-9:stable'],
    ['local-mini', null, 'local-mini'],
    ['local-my.image_2', null, 'local-my.image_2'],
  ])('%s with version %s is %s', (text, version, expected) => {
    const selector = parseImageSelector(text);
    expect(selector && normaliseImage(selector, version)).toBe(expected);
  });

  test.each([
    '',
    'U24',
    'u24:',
    'u24@',
    'u24:a:b',
    'u24@1@2',
    'local',
    'local-',
    'local-x:stable',
    'local-A',
    '24u',
    'u24 ',
  ])('%j is none', (text) => {
    expect(parseImageSelector(text)).toBeNull();
  });
});

describe('addresses', () => {
  test.each(['10.0.0.1', '255.255.255.255', '0.0.0.0'])('%s is one', (text) => {
    expect(ipv4Octets(text)?.join('.')).toBe(text);
  });

  test.each(['10.0.0', '10.0.0.256', '10.0.0.01', '10.0.0.1.1', '10.0.0.a', ' 10.0.0.1', '10.0.0.1\n'])(
    '%j is none',
    (text) => {
      expect(ipv4Octets(text)).toBeNull();
    },
  );

  test('the /24 around one', () => {
    expect(subnetOf('192.168.7.254')).toBe('192.168.7.0/24');
  });
});
