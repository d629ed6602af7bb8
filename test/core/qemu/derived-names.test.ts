import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Uuid } from '../../../src/core/names.ts';
import { diskSerial, rootSerial, seedSerial } from '../../../src/core/qemu/disk-serial.ts';
import { macAddress } from '../../../src/core/qemu/mac-address.ts';
import { multicastGroup } from '../../../src/core/qemu/multicast.ts';
import { sha256 } from './sample-vm.ts';

const deployment = '11111111-2222-4333-8444-555555555555' as Uuid;

test('a MAC is the same for the same place, local and unicast', () => {
  const place = { deployment, address: '10.10.10.11', nic: 'private' } as const;
  const mac = macAddress(place, sha256);
  expect(mac).toBe(macAddress(place, sha256));
  expect(mac).toMatch(/^52:54(:[0-9a-f]{2}){3}:0b$/);
});

test('no two NICs of one deployment share a MAC', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const octets = Array.from({ length: 254 }, (_, index) => index + 1);
      const macs = octets.flatMap((octet) =>
        (['management', 'private'] as const).map((nic) =>
          macAddress({ deployment: id as Uuid, address: `10.10.10.${String(octet)}`, nic }, sha256),
        ),
      );
      expect(new Set(macs).size).toBe(macs.length);
    }),
    { numRuns: 20 },
  );
});

test('another deployment has other MACs', () => {
  const other = '99999999-2222-4333-8444-555555555555' as Uuid;
  const at = { address: '10.10.10.11', nic: 'private' } as const;
  expect(macAddress({ ...at, deployment }, sha256)).not.toBe(macAddress({ ...at, deployment: other }, sha256));
});

test('a multicast group stays in 239.192.0.0/14 and its ports, for any deployment', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const { multicast, port } = multicastGroup(id as Uuid, sha256);
      const [first, second] = multicast.split('.').map(Number);
      expect(first).toBe(239);
      expect(second).toBeGreaterThanOrEqual(192);
      expect(second).toBeLessThanOrEqual(195);
      expect(port).toBeGreaterThanOrEqual(20_000);
      expect(port).toBeLessThanOrEqual(60_000);
    }),
  );
});

test('two deployments do not meet', () => {
  const ids = Array.from({ length: 500 }, (_, index) => sha256(String(index)) as Uuid);
  const places = ids.map((id) => {
    const { multicast, port } = multicastGroup(id, sha256);
    return `${multicast}:${String(port)}`;
  });
  expect(new Set(places).size).toBe(ids.length);
});

test.each([
  ['data', 'data'],
  ['a-path-of-twenty-cha', 'a-path-of-twenty-cha'],
])('a serial that fits is the id itself: %s', (id, serial) => {
  expect(diskSerial(id, sha256)).toBe(serial);
});

test('long ids that begin alike get serials of twenty bytes that differ', () => {
  const one = diskSerial('var-lib-postgresql-data-1', sha256);
  const two = diskSerial('var-lib-postgresql-data-2', sha256);
  expect(one).toMatch(/^var-lib-p_[0-9a-f]{10}$/);
  expect(one).not.toBe(two);
});

test('no disk id can take the serial of the root, the seed or a long id', () => {
  const id = /^[a-z][a-z0-9-]{0,31}$/;
  for (const serial of [rootSerial, seedSerial, diskSerial('var-lib-postgresql-data-1', sha256)]) {
    expect(serial.length).toBeLessThanOrEqual(20);
    expect(id.test(serial)).toBe(false);
  }
});
