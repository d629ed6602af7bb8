import { expect, test } from 'vitest';
import { owedToGuest } from '../../../src/core/guest/owed-to-guest.ts';
import type { Deployment, GuestRecord, NodeRecord } from '../../../src/core/state/document.ts';
import type { Instant, NodeName, Uuid } from '../../../src/core/names.ts';

const at = (minute: number) => `2026-01-01T00:0${String(minute)}:00.000Z` as Instant;
const key = 'ea3bd73e-2b50-4e00-8272-32b3ed743c06' as Uuid;
const other = 'aee50b18-a03c-49e4-883a-5acadf5c8614' as Uuid;

function node(name: string, of: { made: number; setUp: number; controlKey: Uuid | null }): NodeRecord {
  const guest = { readyAt: at(of.setUp), controlKey: of.controlKey } as GuestRecord;
  return { name: name as NodeName, life: 'committed', createdAt: at(of.made), guest } as NodeRecord;
}

function owed(name: 'meta' | 'node-1', nodes: { readonly [name: string]: NodeRecord }): readonly string[] {
  const deployment = { control: 'meta', controlKey: key } as Deployment;
  const record = nodes[name];
  if (record === undefined) throw new Error('no such node');
  return owedToGuest(record, { deployment, nodes });
}

const meta = node('meta', { made: 0, setUp: 2, controlKey: key });

test('nothing is owed where everything is older than the last set-up', () => {
  const nodes = { meta, 'node-1': node('node-1', { made: 1, setUp: 3, controlKey: key }) };
  expect([owed('meta', nodes), owed('node-1', nodes)]).toEqual([[], []]);
});

test('the control node is owed the host key of a peer that was made anew, and nobody else is', () => {
  const nodes = { meta, 'node-1': node('node-1', { made: 4, setUp: 5, controlKey: key }) };
  expect([owed('meta', nodes), owed('node-1', nodes)]).toEqual([['peer_keys'], []]);
});

test('a guest with the key of an earlier control node is owed its revocation', () => {
  const nodes = { meta, 'node-1': node('node-1', { made: 1, setUp: 3, controlKey: other }) };
  expect(owed('node-1', nodes)).toEqual(['control_revoke']);
});
