import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import type { Event } from '../../src/core/event.ts';
import type { NodeRecord, StateDocument } from '../../src/core/state/document.ts';
import { owedToGuest } from '../../src/core/guest/owed-to-guest.ts';
import type { PlannedRequest } from '../../src/engine/request.ts';
import { converge } from '../../src/engine/converge.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { bringUp, type Lab, lab, stateRequest, twoNodes, upRequest, valueOf } from './lab.ts';

const threeNodes = `${twoNodes}    10.10.10.12: { nodename: node-2, vm_disks: [] }\n`;
const unreachable = [failure('guest_not_ready', { node: 'meta', waitedMs: 1, last: 'refused' })];

function run(it: Lab, changes: Partial<PlannedRequest>, text = twoNodes) {
  return converge(it.ports, upRequest(text, changes));
}

const recreated = async (it: Lab, names: readonly string[] | null = ['node-1'], text = twoNodes) =>
  valueOf(await run(it, { command: 'recreate', scope: names }, text));

function last(it: Lab): StateDocument {
  const document = it.store.history.at(-1);
  if (document === undefined) throw new Error('nothing was committed');
  return document;
}

function nodeOf(it: Lab, name: string): NodeRecord {
  const record = last(it).nodes[name];
  if (record === undefined) throw new Error(`no ${name}`);
  return record;
}

async function broughtUp(text = twoNodes): Promise<Lab> {
  const it = lab();
  await bringUp(it, text);
  it.host.effects.length = 0;
  return it;
}

const owedTo = (it: Lab, name = 'meta') => owedToGuest(nodeOf(it, name), last(it));

/** The host keys that the guest of the control node really has of its peers, and those that they really have. */
function keys(it: Lab, control = 'meta') {
  const told = (it.host.guests.get(nodeOf(it, control).uuid) ?? []).filter((line) => line.startsWith('# control peer'));
  const peers = Object.values(last(it).nodes).filter(({ name }) => name !== control);
  const wanted = peers.map(({ name, address, parts }) => {
    const key = parts.find(({ kind }) => kind === 'host_key')?.outputs['publicKey'];
    return `# control peer ${name},${address} ${String(key)}`;
  });
  return { told, wanted };
}

function expectIntroduced(it: Lab, control = 'meta'): void {
  const { told, wanted } = keys(it, control);
  expect(told).toEqual(wanted);
  expect(owedTo(it, control)).toEqual([]);
}

const toldOf = (it: Lab) => it.host.effects.filter((effect) => effect === 'script set-up meta');

function listened(it: Lab): { readonly lab: Lab; readonly warnings: string[] } {
  const warnings: string[] = [];
  const emit = (event: Event): void => {
    if (event.kind === 'warning') warnings.push(`${String(event.node)}: ${event.text}`);
  };
  return { lab: { ...it, ports: { ...it.ports, events: { emit } } }, warnings };
}

describe('a peer that is made anew', () => {
  test('is introduced to the control node by the same command, last of all, and nothing else in it changes', async () => {
    const it = await broughtUp();
    const before = nodeOf(it, 'meta');
    const marker = it.host.guests.get(before.uuid)?.find((line) => line.startsWith('spec-hash'));
    const report = await recreated(it);
    expect(report).toMatchObject({ status: 'complete', nodes: [{ name: 'node-1', action: 'recreated' }] });
    expect(report.steps.at(-1)).toEqual({ node: 'meta', kind: 'introduce_peers', state: 'complete' });
    expectIntroduced(it);
    const now = nodeOf(it, 'meta');
    expect(now.process).toEqual(before.process);
    expect(now.guest).toEqual(before.guest);
    expect(now.parts.find(({ kind }) => kind === 'guest')).toMatchObject({ state: 'complete' });
    expect(it.host.guests.get(now.uuid)).toContain(marker);
    expect(last(it).events.map(({ kind, node }) => `${kind} ${String(node)}`)).toContain('peers.introduced meta');
    expect(valueOf(await run(it, {})).operationId).toBeNull();
  });

  test('is known by name at its new address', async () => {
    const it = await broughtUp();
    await recreated(it, ['node-1'], twoNodes.replace('10.10.10.11', '10.10.10.21'));
    const names = (it.host.guests.get(nodeOf(it, 'meta').uuid) ?? []).filter((line) => line.startsWith('# names'));
    expect(names).toEqual(['# names host 10.10.10.10 meta', '# names host 10.10.10.21 node-1']);
    expectIntroduced(it);
  });

  test('or that joins, by a command that is about it alone', async () => {
    const it = await broughtUp();
    valueOf(await run(it, { scope: ['node-2'] }, threeNodes));
    expectIntroduced(it);
    expect(toldOf(it)).toHaveLength(1);
  });

  test('joins a lab of one', async () => {
    const it = await broughtUp(twoNodes.replace(/ *10\.10\.10\.11.*\n/u, ''));
    valueOf(await run(it, { scope: ['node-1'] }));
    expectIntroduced(it);
    expect(nodeOf(it, 'meta').guest?.controlKey).toBe(last(it).deployment?.controlKey);
  });

  test('is told once for several', async () => {
    const it = await broughtUp(threeNodes);
    await recreated(it, ['node-1', 'node-2'], threeNodes);
    expectIntroduced(it);
    expect(toldOf(it)).toHaveLength(1);
  });

  test('together with the control node itself, which is set up while they still have their old keys', async () => {
    const it = await broughtUp(threeNodes);
    const { hypervisor } = it.ports;
    const launch: typeof hypervisor.launch = async (running, ...more) => {
      while (running.node !== 'meta' && toldOf(it).length === 0) await setImmediate();
      return hypervisor.launch(running, ...more);
    };
    await recreated({ ...it, ports: { ...it.ports, hypervisor: { ...hypervisor, launch } } }, null, threeNodes);
    expectIntroduced(it);
    expect(toldOf(it)).toHaveLength(2);
  });

  test('needs no step of its own where the control node is what is made anew', async () => {
    const it = await broughtUp();
    const { steps } = await recreated(it, ['meta']);
    expect(steps.map(({ kind }) => kind)).not.toContain('introduce_peers');
    expectIntroduced(it);
  });

  test('is introduced though another one failed', async () => {
    const it = await broughtUp(threeNodes);
    it.host.failing.set('launch node-2', [failure('disk_full', { path: '/home', mountPoint: '/' })]);
    expect((await recreated(it, ['node-1', 'node-2'], threeNodes)).status).toBe('partial');
    expectIntroduced(it);
  });
});

describe('where it does not come about', () => {
  test.each(['ready meta', 'script set-up meta'])('%s fails: a warning, and up makes up for it', async (effect) => {
    const { lab: it, warnings } = listened(await broughtUp());
    it.host.failing.set(effect, unreachable);
    expect(await recreated(it)).toMatchObject({ status: 'complete', failures: [] });
    expect(warnings).toEqual([
      expect.stringMatching(/^meta: it was not told the host keys of its peers, up tells it: /u),
    ]);
    expect(owedTo(it)).toEqual(['peer_keys']);
    expect(nodeOf(it, 'meta').parts.find(({ kind }) => kind === 'guest')).toMatchObject({ state: 'complete' });
    valueOf(await run(it, {}));
    expectIntroduced(it);
  });

  test('the control node has gone without a word: the same', async () => {
    const { lab: it, warnings } = listened(await broughtUp());
    it.host.vms.delete(nodeOf(it, 'meta').uuid);
    expect((await recreated(it)).status).toBe('complete');
    expect(warnings).toEqual([expect.stringContaining('its VM does not run')]);
    valueOf(await run(it, {}));
    expectIntroduced(it);
  });

  test('it is stopped: its next start tells it', async () => {
    const { lab: it, warnings } = listened(await broughtUp());
    valueOf(await stop(it.ports, stateRequest({ scope: ['meta'] })));
    const { steps } = await recreated(it);
    expect(steps.map(({ kind }) => kind)).not.toContain('introduce_peers');
    expect(warnings).toEqual(['meta: it is stopped: it hears of node-1 when it starts']);
    expect(owedTo(it)).toEqual(['peer_keys']);
    valueOf(await start(it.ports, stateRequest({ scope: ['meta'] })));
    expectIntroduced(it);
  });

  test('nobody waits for the guest: up tells it', async () => {
    const it = await broughtUp();
    valueOf(await run(it, { command: 'recreate', scope: ['node-1'], wait: 'running' }));
    expect(owedTo(it)).toEqual(['peer_keys']);
    valueOf(await run(it, {}));
    expectIntroduced(it);
  });

  test('it was told and the record was lost: up takes the guest at its word', async () => {
    const it = await broughtUp();
    await recreated(it);
    const meta = nodeOf(it, 'meta');
    const parts = meta.parts.map((part) => ({ ...part, outputs: { ...part.outputs, peers: null } }));
    const lost = { ...last(it), nodes: { ...last(it).nodes, meta: { ...meta, parts } } };
    const store = createMemoryStore({ history: [...it.store.history.slice(0, -1), lost] });
    const again = { host: it.host, store, ports: modelPorts(it.host, { store, pid: 2 }) };
    expect(owedTo(again)).toEqual(['peer_keys']);
    const before = toldOf(again).length;
    valueOf(await run(again, {}));
    expectIntroduced(again);
    expect(toldOf(again)).toHaveLength(before);
  });
});

test('a control node that holds the key of an earlier one is not told: up gives it its own', async () => {
  const it = await broughtUp(threeNodes);
  const moved = threeNodes.replace('vars: {', 'vars: { admin_ip: 10.10.10.12,');
  it.host.failing.set('script set-up node-2', unreachable);
  valueOf(await run(it, {}, moved));
  const { steps } = await recreated(it, ['node-1'], moved);
  expect(steps.map(({ kind }) => kind)).not.toContain('introduce_peers');
  valueOf(await run(it, {}, moved));
  expectIntroduced(it, 'node-2');
});
