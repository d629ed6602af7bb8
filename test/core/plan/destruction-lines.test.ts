import { expect, test } from 'vitest';
import type { Instant } from '../../../src/core/names.ts';
import { authorizeState } from '../../../src/core/plan/authorize-state.ts';
import { type Destruction, destructionOf } from '../../../src/core/plan/destruction.ts';
import { destructionHash } from '../../../src/core/plan/destruction-hash.ts';
import { destructionLines } from '../../../src/core/plan/destruction-lines.ts';
import type { RetainedDisk, StateDocument } from '../../../src/core/state/document.ts';
import { converged, dataDisk, sha256, uuidOf, wanted, wantedNode, withRecord } from './model-lab.ts';

const disks = [dataDisk, { ...dataDisk, id: 'pg', path: '/pg', persistent: true }];
const node = wantedNode('node-1', 11, { spec: { disks } });
const document = converged(wanted([node]));
const peers = converged(wanted([wantedNode('meta', 10), node, wantedNode('node-2', 12)]));
const retained: RetainedDisk = {
  diskUuid: uuidOf('kept'),
  node: wantedNode('old', 20).spec.name,
  disk: 'pg',
  path: '/pg',
  fs: 'auto',
  virtualSizeBytes: 2 ** 30,
  file: `disks/${uuidOf('kept')}.qcow2`,
  retainedAt: '2026-01-01T00:00:00.000Z' as Instant,
};

type Asked = Partial<{ scope: readonly string[] | null; deletePersistent: boolean }>;

function destruction(command: 'destroy' | 'purge', from: StateDocument, asked: Asked = {}): Destruction {
  const plain = { scope: null, force: false, deletePersistent: false };
  const grants = authorizeState({ command, document: from, ...plain, ...asked });
  if (!grants.ok) throw new Error(JSON.stringify(grants.failures));
  return destructionOf(from, grants.value);
}

function lines(command: 'destroy' | 'purge', from: StateDocument, asked: Asked = {}): readonly string[] {
  const what = destruction(command, from, asked);
  const files = [...what.nodes.flatMap((ended) => ended.disks), ...what.retained].map(({ file }) => file);
  return destructionLines(what, new Map(files.map((file) => [file, '2026-02-03T04:05:06.789Z' as Instant])));
}

const written = 'last written 2026-02-03 04:05 UTC';

test('a destruction says what goes and what stays, with sizes and when each disk was last written', () => {
  expect(lines('destroy', document)).toEqual([
    'node node-1 (10.10.10.11)',
    `  deletes root disk, 64GiB, ${written}`,
    `  deletes disk /data, 128GiB, ${written}`,
    `  keeps   disk /pg, 128GiB, ${written}`,
    'the rest',
    '  keeps   keys, history and the image cache',
  ]);
});

test('nodes outside the scope and disks kept before are named among what stays', () => {
  expect(lines('destroy', { ...peers, retained: [retained] }, { scope: ['node-1'] }).slice(-4)).toEqual([
    'the rest',
    '  keeps   nodes meta, node-2',
    `  keeps   kept disk /pg of old, 1GiB, ${written}`,
    '  keeps   keys, history and the image cache',
  ]);
});

test('a purge says that persistent disks, kept disks and keys go as well', () => {
  expect(lines('purge', { ...document, retained: [retained] })).toEqual([
    'node node-1 (10.10.10.11)',
    `  deletes root disk, 64GiB, ${written}`,
    `  deletes disk /data, 128GiB, ${written}`,
    `  deletes disk /pg, 128GiB, ${written}`,
    'the home',
    `  deletes kept disk /pg of old, 1GiB, ${written}`,
    '  deletes keys, history and state',
    '  keeps   the image cache',
  ]);
});

test('persistent disks that go are announced, those of earlier nodes too', () => {
  const told = lines('destroy', { ...document, retained: [retained] }, { deletePersistent: true });
  expect(told.filter((line) => line.includes('/pg'))).toEqual([
    `  deletes disk /pg, 128GiB, ${written}`,
    `  deletes kept disk /pg of old, 1GiB, ${written}`,
  ]);
});

test('what is already gone is not announced again, and a file that is not there has no time', () => {
  const parts = document.nodes['node-1']?.parts.map((part) =>
    part.kind === 'root_disk' ? { ...part, state: 'destroyed' as const } : part,
  );
  const half = withRecord(document, 'node-1', { life: 'destroying', parts: parts ?? [] });
  expect(destructionLines(destruction('destroy', half), new Map())).toEqual([
    'node node-1 (10.10.10.11)',
    '  deletes disk /data, 128GiB, not there',
    '  keeps   disk /pg, 128GiB, not there',
    'the rest',
    '  keeps   keys, history and the image cache',
  ]);
});

const hash = (command: 'destroy' | 'purge', from: StateDocument, asked: Asked = {}): string =>
  destructionHash(destruction(command, from, asked), sha256);

test('the hash of a destruction sees what would go and whose it is, and not what stays untouched', () => {
  const one = { scope: ['node-1'] };
  const reviewed = hash('destroy', peers, one);
  expect(reviewed).toMatch(/^[0-9a-f]{64}$/u);
  expect(hash('destroy', withRecord(peers, 'meta', { uuid: uuidOf('other') }), one)).toBe(reviewed);
  const others = [
    hash('destroy', withRecord(peers, 'node-1', { uuid: uuidOf('other') }), one),
    hash('destroy', { ...peers, retained: [retained] }, one),
    hash('destroy', peers),
    hash('destroy', peers, { deletePersistent: true }),
    hash('purge', peers),
  ];
  expect(new Set([reviewed, ...others]).size).toBe(others.length + 1);
});
