import { expect, test } from 'vitest';
import type { Instant, Uuid } from '../../src/core/names.ts';
import { destroy } from '../../src/engine/destroy.ts';
import { converge } from '../../src/engine/converge.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { status } from '../../src/engine/status.ts';
import { bringUp, lab, reasonsOf, stateRequest, twoNodes, upRequest, valueOf, type Lab } from './lab.ts';

const threeNodes = `${twoNodes}    10.10.10.12: { nodename: node-2, vm_disks: [] }\n`;
const controlledBy = (address: string) => threeNodes.replace('vars: {', `vars: { admin_ip: ${address},`);

function documentOf(it: Lab) {
  const document = it.store.history.at(-1);
  const deployment = document?.deployment ?? null;
  if (document === undefined || deployment === null) throw new Error('no deployment');
  return { document, deployment };
}

function uuidOf(it: Lab, name: string): Uuid {
  const record = documentOf(it).document.nodes[name];
  if (record === undefined) throw new Error(`no ${name}`);
  return record.uuid;
}

/** What the guest was last told about this. */
function told(it: Lab, name: string, about: 'names' | 'control'): readonly string[] {
  const lines = it.host.guests.get(uuidOf(it, name)) ?? [];
  return lines.flatMap((line) => (line.startsWith(`# ${about} `) ? [line.slice(about.length + 3)] : []));
}

test('every guest knows its peers, one holds the key, the others accept it', async () => {
  const it = lab();
  await bringUp(it, threeNodes);
  const key = documentOf(it).deployment.controlKey;
  expect(told(it, 'node-1', 'names')).toEqual([
    'host 10.10.10.10 meta',
    'host 10.10.10.11 node-1',
    'host 10.10.10.12 node-2',
  ]);
  expect(told(it, 'meta', 'control').map((line) => line.split(' ').slice(0, 2))).toEqual([
    ['private', Buffer.from(`private ${String(key)}\n`).toString('base64')],
    ['peer', 'node-1,10.10.10.11'],
    ['peer', 'node-2,10.10.10.12'],
  ]);
  expect(told(it, 'node-2', 'control')).toEqual([`accept ssh-ed25519 ${String(key)}`]);
  expect(documentOf(it).document.nodes['node-2']?.guest).toMatchObject({
    controlKey: key,
    warnings: [],
    stages: { names: 'ok' },
  });
});

test('a changed alias and a new node reach every running guest, without a restart', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  it.host.effects.length = 0;
  await bringUp(it, threeNodes.replace('nodename: node-1,', 'nodename: node-1, vm_alias: [db],'));
  expect(told(it, 'meta', 'names')).toEqual([
    'host 10.10.10.10 meta',
    'host 10.10.10.11 node-1 db',
    'host 10.10.10.12 node-2',
  ]);
  expect(it.host.effects.filter((effect) => /^(launch|stop|script)/u.test(effect)).toSorted()).toEqual([
    ...['launch node-2', 'script set-up meta', 'script set-up node-1', 'script set-up node-2'],
  ]);
});

test('a scope leaves the guests outside alone', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  it.host.effects.length = 0;
  const changed = twoNodes.replace('nodename: node-1,', 'nodename: node-1, vm_alias: [db],');
  valueOf(await converge(it.ports, upRequest(changed, { scope: ['node-1'] })));
  expect(it.host.effects.filter((effect) => effect.startsWith('script'))).toEqual(['script set-up node-1']);
  valueOf(await converge(it.ports, upRequest(changed)));
  expect(told(it, 'meta', 'names')).toContain('host 10.10.10.11 node-1 db');
});

test('the role moves to another node with a key of its own', async () => {
  const it = lab();
  await bringUp(it, controlledBy('10.10.10.10'));
  const before = documentOf(it).deployment.controlKey;
  await bringUp(it, controlledBy('10.10.10.11'));
  const { deployment } = documentOf(it);
  expect(deployment.control).toBe('node-1');
  expect(deployment.controlKey).not.toBe(before);
  for (const name of ['meta', 'node-2'])
    expect(told(it, name, 'control')).toEqual([`accept ssh-ed25519 ${String(deployment.controlKey)}`]);
  expect(told(it, 'node-1', 'control')[1]).toMatch(/^peer meta,10\.10\.10\.10 /u);
  expect((await bringUp(it, controlledBy('10.10.10.11'))).operationId).toBeNull();
});

test('a peer that could not be reached owes the revocation, and says so until it has confirmed', async () => {
  const it = lab();
  await bringUp(it, controlledBy('10.10.10.10'));
  it.host.failing.set('script set-up node-2', [
    { reason: 'guest_script_cut_off', node: 'node-2', script: 'set-up', detail: 'gone' },
  ]);
  const report = await bringUp(it, controlledBy('10.10.10.11'));
  const owed = report.nodes.map(({ name, warnings }) => [name, warnings]);
  expect(report.status).toBe('complete');
  expect(owed).toEqual([
    ['meta', []],
    ['node-1', []],
    ['node-2', [expect.stringContaining('set-up: node node-2'), expect.stringContaining('control_revoke is pending')]],
  ]);
  expect(valueOf(await status(it.ports, { scope: null })).nodes[2]?.warnings).toHaveLength(2);
  expect((await bringUp(it, controlledBy('10.10.10.11'))).nodes.flatMap(({ warnings }) => warnings)).toEqual([]);
});

test('a destroyed control node leaves the role to the next one, whose peers then accept its key alone', async () => {
  const it = lab();
  await bringUp(it, threeNodes);
  const before = documentOf(it).deployment.controlKey;
  valueOf(await destroy(it.ports, stateRequest({ scope: ['meta'] })));
  expect(documentOf(it).deployment).toMatchObject({ control: 'node-1', controlKey: null });
  const rest = threeNodes.replace(/ {4}10\.10\.10\.10:\n(?: {6}.*\n)*/u, '');
  await bringUp(it, rest);
  const after = documentOf(it).deployment.controlKey;
  expect(after).not.toBe(before);
  expect(told(it, 'node-2', 'control')).toEqual([`accept ssh-ed25519 ${String(after)}`]);
  expect(told(it, 'node-1', 'control').map((line) => line.split(' ')[0])).toEqual(['private', 'peer']);
});

test('the applied specs carry on with the role where it is now', async () => {
  const it = lab();
  await bringUp(it, threeNodes);
  valueOf(await destroy(it.ports, stateRequest({ scope: ['meta'] })));
  valueOf(await converge(it.ports, upRequest(null)));
  expect(documentOf(it).deployment.applied['node-1']?.spec.control).toBe(true);
  expect(reasonsOf(await converge(it.ports, upRequest(null)))).toEqual([]);
});

test('a guest that was set up for another spec is refused, and nothing is started', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const uuid = uuidOf(it, 'node-1');
  const lines = it.host.guests.get(uuid) ?? [];
  it.host.guests.set(
    uuid,
    lines.map((line) => (line.startsWith('spec-hash ') ? `spec-hash ${'f'.repeat(64)}` : line)),
  );
  const effects = it.host.effects.length;
  const refused = await converge(it.ports, upRequest(twoNodes));
  expect(reasonsOf(refused)).toEqual(['guest_spec_unexplained']);
  expect(it.host.effects).toHaveLength(effects);
});

test('start sets up what is unfinished with what was applied', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  valueOf(await stop(it.ports, stateRequest()));
  it.host.guests.delete(uuidOf(it, 'node-1'));
  it.host.effects.length = 0;
  valueOf(await start(it.ports, stateRequest()));
  expect(it.host.effects.filter((effect) => effect.startsWith('script'))).toEqual(['script set-up node-1']);
});

test('a recreated node is known to the control node by its new host key at once, and nothing is left for the next up', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const before = told(it, 'meta', 'control');
  valueOf(await converge(it.ports, upRequest(twoNodes, { command: 'recreate', scope: ['node-1'], yes: true })));
  expect(told(it, 'node-1', 'control')).toEqual([`accept ssh-ed25519 ${String(documentOf(it).deployment.controlKey)}`]);
  const hostKey = documentOf(it).document.nodes['node-1']?.parts.find((part) => part.kind === 'host_key')?.outputs[
    'publicKey'
  ];
  expect(told(it, 'meta', 'control')).not.toEqual(before);
  expect(told(it, 'meta', 'control')[1]).toBe(`peer node-1,10.10.10.11 ${String(hostKey)}`);
  it.host.effects.length = 0;
  await bringUp(it, twoNodes);
  expect(it.host.effects.filter((effect) => effect.startsWith('script'))).toEqual([]);
});

test('a clock that was set back hides no peer that was made anew', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const clock = { ...it.ports.clock, now: () => '2025-12-30T00:00:00.000Z' as Instant };
  const back = { ...it.ports, clock };
  valueOf(await converge(back, upRequest(twoNodes, { command: 'recreate', scope: ['node-1'], wait: 'running' })));
  const warningsOf = async (name: string) =>
    valueOf(await status(back, { scope: null })).nodes.find((node) => node.name === name)?.warnings ?? [];
  expect(await warningsOf('meta')).toEqual([expect.stringContaining('control is pending')]);
  valueOf(await converge(back, upRequest(twoNodes)));
  expect([await warningsOf('meta'), await warningsOf('node-1')]).toEqual([[], []]);
});
