import { expect, test } from 'vitest';
import { owedToGuest } from '../../../src/core/guest/owed-to-guest.ts';
import { toldPeers } from '../../../src/core/guest/told-peers.ts';
import type { DesiredSetUp } from '../../../src/core/guest/desired-set-up.ts';
import type { Deployment, GuestRecord, NodeRecord } from '../../../src/core/state/document.ts';
import type { NodeName, Uuid } from '../../../src/core/names.ts';
import { part } from '../plan/model-lab.ts';

const key = 'ea3bd73e-2b50-4e00-8272-32b3ed743c06' as Uuid;
const other = 'aee50b18-a03c-49e4-883a-5acadf5c8614' as Uuid;
const hostKey = (of: string): string => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${of.padStart(43, 'x')}`;

interface Known {
  readonly controlKey?: Uuid | null;
  readonly hostKey?: string | null;
  /** What its control stage told it. */
  readonly lines?: readonly string[];
  readonly life?: NodeRecord['life'];
}

function node(name: string, known: Known = {}): NodeRecord {
  const { controlKey = key, hostKey: publicKey = hostKey(name), life = 'committed', lines } = known;
  const told = { stages: { control: { lines: lines ?? [] } } } as unknown as DesiredSetUp;
  const parts = [
    part('host_key', 'complete', { outputs: { publicKey } }),
    part('guest', 'complete', { outputs: lines === undefined ? {} : { peers: toldPeers(told) } }),
  ];
  return { name: name as NodeName, life, guest: { controlKey } as GuestRecord, parts } as unknown as NodeRecord;
}

function owed(...records: readonly NodeRecord[]): readonly (readonly string[])[] {
  const deployment = { control: 'meta', controlKey: key } as Deployment;
  const nodes = Object.fromEntries(records.map((record) => [record.name, record]));
  return records.map((record) => owedToGuest(record, { deployment, nodes }));
}

const line = (name: string, of = name): string => `peer ${name},db,10.10.10.11 ${hostKey(of)}`;

test('nothing is owed where the control node was told the host keys that its peers have', () => {
  const meta = node('meta', { lines: ['private KEY', line('node-1'), line('node-2'), line('gone')] });
  expect(owed(meta, node('node-1'), node('node-2'))).toEqual([[], [], []]);
});

test.each([
  ['a peer was made anew', node('meta', { lines: [line('node-1', 'earlier')] })],
  ['a peer has the key that another had', node('meta', { lines: [line('node-2', 'node-1')] })],
  ['it was told of nobody', node('meta', { lines: [] })],
  ['what it was told is not known', node('meta')],
])('the control node is owed the host key, and nobody else is: %s', (_, meta) => {
  expect(owed(meta, node('node-1'))).toEqual([['peer_keys'], []]);
});

test('a peer that has not run, that goes, or that has no key is nobody to be told of', () => {
  const meta = node('meta', { lines: [] });
  const peers = [node('a', { life: 'creating' }), node('b', { life: 'destroying' }), node('c', { hostKey: null })];
  expect(owed(meta, ...peers)[0]).toEqual([]);
});

test('no clock has a part in it', () => {
  const meta = { ...node('meta', { lines: [] }), createdAt: '2026-01-01T00:09:00.000Z' } as NodeRecord;
  const peer = { ...node('node-1'), createdAt: '1970-01-01T00:00:00.000Z' } as NodeRecord;
  expect(owed(meta, peer)[0]).toEqual(['peer_keys']);
});

test('a guest with the key of an earlier control node is owed its revocation', () => {
  const meta = node('meta', { lines: [line('node-1')] });
  expect(owed(meta, node('node-1', { controlKey: other }))).toEqual([[], ['control_revoke']]);
});
