import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { NodeName } from '../../../src/core/names.ts';
import type { Envelope } from '../../../src/core/spec/envelope.ts';
import { hashSpec } from '../../../src/core/spec/hash-spec.ts';
import type { NodeSpec } from '../../../src/core/spec/node-spec.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const envelope: Envelope = { subnet: '10.10.10.0/24', user: 'dba', arch: 'native', image: 'u24:stable' };

const plain: NodeSpec = {
  name: 'meta' as NodeName,
  address: '10.10.10.10',
  cpus: 2,
  memoryBytes: 4_294_967_296,
  rootDiskBytes: 68_719_476_736,
  disks: [{ id: 'data', path: '/data', sizeBytes: 137_438_953_472, fs: 'auto', persistent: false }],
  shares: [],
  aliases: [],
  image: 'u24:stable',
  userDataSha256: null,
  control: true,
};

const rich: NodeSpec = {
  ...plain,
  name: 'node-1' as NodeName,
  address: '10.10.10.11',
  shares: [{ host: '/home/me/src', guest: '/src', readonly: true }],
  aliases: ['db', 'db.lab'],
  image: 'local-mini',
  userDataSha256: 'a'.repeat(64),
  control: false,
};

// Frozen: machines that exist were agreed to under these hashes. A change needs the next format number.
const golden = [
  { node: plain, hash: 'a0c35dc8c3075406f1c0ce440161df7b4fc4187d77592ba639cb7314971c87c3' },
  { node: rich, hash: '60426a69284b85c1d1db71ab345269d53d0e214a92bc0814042db525bbb73fb7' },
];

test.each(golden)('the hash of $node.name is what it was', ({ node, hash }) => {
  expect(hashSpec({ envelope, node }, sha256)).toBe(hash);
});

test('the hashed text is the canonical JSON of format, envelope and node', () => {
  const text = hashSpec({ envelope, node: plain }, (hashed) => hashed);
  expect(JSON.parse(text)).toEqual({ format: 1, envelope, node: plain });
  expect(text).toMatch(/^\{"envelope":\{"arch":"native",.*"format":1,"node":\{"address":"10\.10\.10\.10",/);
});

test('every field of envelope and node is in the hash', () => {
  const whole = hashSpec({ envelope, node: rich }, sha256);
  for (const field of Object.keys(rich)) {
    expect(hashSpec({ envelope, node: { ...rich, [field]: 'other' } }, sha256), field).not.toBe(whole);
  }
  for (const field of Object.keys(envelope)) {
    expect(hashSpec({ envelope: { ...envelope, [field]: 'other' }, node: rich }, sha256), field).not.toBe(whole);
  }
});
