import { expect, test } from 'vitest';
import { describeFailure } from '../../src/core/failure-text.ts';
import { destroy, purge } from '../../src/engine/destroy.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { status } from '../../src/engine/status.ts';
import { converge } from '../../src/engine/converge.ts';
import { vmsOfHome } from '../../src/engine/vms-of-home.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { bringUp, lab, type Lab, oneNode, reasonsOf, stateRequest, twoNodes, upRequest, valueOf } from './lab.ts';

async function labWithoutState() {
  const it = lab();
  await bringUp(it, oneNode);
  it.host.effects.length = 0;
  const store = createMemoryStore();
  return { host: it.host, store, ports: modelPorts(it.host, { store }) };
}

test('nothing is made, changed or called done beside a node that no record names', async () => {
  const it = await labWithoutState();
  const results = [
    await converge(it.ports, upRequest(twoNodes)),
    await destroy(it.ports, stateRequest()),
    await start(it.ports, stateRequest()),
    await purge(it.ports, stateRequest()),
  ];
  expect(results.map(reasonsOf)).toEqual(results.map(() => ['unregistered_nodes']));
  expect([it.host.effects, it.store.history]).toEqual([[], []]);
});

test('a node whose own record is damaged as well counts by the name of its folder', async () => {
  const it = await labWithoutState();
  for (const file of it.host.files.keys()) if (file.endsWith('/node.json')) it.host.files.set(file, '{"format": 1,');
  const results = [
    await converge(it.ports, upRequest(twoNodes)),
    await destroy(it.ports, stateRequest()),
    await purge(it.ports, stateRequest()),
  ];
  expect(results.map(reasonsOf)).toEqual(results.map(() => ['unregistered_nodes']));
  expect([it.host.effects, it.store.history]).toEqual([[], []]);
  const [failed] = results[0]?.ok === false ? results[0].failures : [];
  if (failed === undefined) throw new Error('up was not refused');
  expect(describeFailure(failed)).toMatchObject({ next: [['status']] });
});

test('a VM that no record names can be stopped, and nothing is recorded but what was done', async () => {
  const it = await labWithoutState();
  expect(valueOf(await stop(it.ports, stateRequest()))).toMatchObject({ status: 'complete' });
  expect([it.host.effects, it.host.vms.size]).toEqual([['stop meta'], 0]);
  expect([it.store.history, it.store.archived.map(({ command }) => command)]).toEqual([[], ['stop', 'stop']]);
});

test('the refusal and status name the node, its folder and its process', async () => {
  const it = await labWithoutState();
  const [uuid = ''] = it.host.vms.keys();
  const identity = it.ports.processes.self();
  const disk = JSON.stringify({ filename: it.ports.layout.absolute(`nodes/meta-${uuid.slice(0, 8)}/root.qcow2`) });
  const argv = ['qemu-system-x86_64', '-name', 'meta', '-uuid', uuid, '-blockdev', disk];
  const processes = {
    ...it.ports.processes,
    findByArguments: (words: readonly string[]) =>
      words.join(' ') === '-uuid' ? [{ kind: 'present' as const, identity, argv }] : [],
  };
  const ports = { ...it.ports, processes };
  const refused = await converge(ports, upRequest(oneNode));
  const [failed] = refused.ok ? [] : refused.failures;
  if (failed === undefined) throw new Error('up was not refused');
  const { message } = describeFailure(failed);
  for (const word of [`nodes/meta-${uuid.slice(0, 8)}`, uuid, `pid ${String(identity.pid)}`]) {
    expect(message).toContain(word);
  }
  expect(valueOf(await status(ports, { scope: null })).unregistered).toMatchObject([
    { made: { name: 'meta', uuid }, pids: [identity.pid] },
  ]);
});

test.each([
  ['/', '/home/u/lab/nodes/meta-1/root.qcow2', []],
  ['/', '/nodes/lab/nodes/meta-1/root.qcow2', []],
  ['/lab', '/home/u/lab/nodes/meta-1/root.qcow2', []],
  ['/', '/nodes/meta-1/root.qcow2', ['meta']],
  ['/home/"u', '/home/"u/nodes/meta-1/root.qcow2', ['meta']],
])('of the home %s a VM on %s is found as %j', (home, filename, names) => {
  const { ports } = lab();
  const layout = { ...ports.layout, home, absolute: (relative: string) => `${home === '/' ? '' : home}/${relative}` };
  const disk = JSON.stringify({ driver: 'qcow2', file: { driver: 'file', filename } });
  const argv = ['qemu-system-x86_64', '-name', 'meta', '-uuid', 'a-uuid', '-blockdev', disk];
  const seen = { kind: 'present' as const, identity: ports.processes.self(), argv };
  const found = vmsOfHome({ layout, processes: { ...ports.processes, findByArguments: () => [seen] } });
  expect(found.map(({ name }) => name)).toEqual(names);
});

/** A process table in which the only VM of the lab runs, under this name. */
function withVmSeen(it: Pick<Lab, 'host' | 'ports'>, name = 'meta'): Lab['ports'] {
  const [vm] = it.host.vms;
  if (vm === undefined) throw new Error('no VM runs');
  const [uuid, { identity }] = vm;
  const disk = JSON.stringify({ filename: it.ports.layout.absolute(`nodes/${name}-${uuid.slice(0, 8)}/root.qcow2`) });
  const argv = ['qemu-system-x86_64', '-name', name, '-uuid', uuid, '-blockdev', disk];
  const seen = { kind: 'present' as const, identity, argv };
  return { ...it.ports, processes: { ...it.ports.processes, findByArguments: () => [seen] } };
}

test('a VM whose node.json does not read has a folder, and is stopped by its name', async () => {
  const it = await labWithoutState();
  for (const file of it.host.files.keys()) if (file.endsWith('/node.json')) it.host.files.set(file, '{"format": 1,');
  const ports = withVmSeen(it);
  const [uuid = ''] = it.host.vms.keys();
  const folder = `nodes/meta-${uuid.slice(0, 8)}`;
  expect(valueOf(await status(ports, { scope: null })).unregistered).toMatchObject([
    { folder, made: { name: 'meta', uuid, deploymentId: null } },
  ]);
  const refused = await converge(ports, upRequest(oneNode));
  const [failed] = refused.ok ? [] : refused.failures;
  if (failed === undefined) throw new Error('up was not refused');
  const { message, next } = describeFailure(failed);
  expect([message, next]).toEqual([
    expect.stringMatching(/^nodes\/meta-.*, its node\.json does not read\).*stop meta$/u),
    [['status']],
  ]);
  expect(message).not.toContain('without a folder');
  expect(reasonsOf(await stop(ports, stateRequest({ scope: ['meta', 'node-9'] })))).toEqual(['unknown_node']);
  const stopped = valueOf(await stop(ports, stateRequest({ scope: ['meta'] })));
  expect(stopped).toMatchObject({ status: 'complete', nodes: [{ name: 'meta', action: 'stopped' }] });
  expect([it.host.effects, it.host.vms.size, it.store.history]).toEqual([['stop meta'], 0, []]);
});

test('a stop of all that is recorded says that a VM besides runs on', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const seen = withVmSeen(it)
    .processes.findByArguments([])
    .map((each) => ({
      ...each,
      argv: each.argv.map((word, at, all) => {
        if (all[at - 1] === '-name') return 'ghost';
        return all[at - 1] === '-uuid' ? '99999999-0000-4000-8000-000000000000' : word;
      }),
    }));
  const ports = { ...it.ports, processes: { ...it.ports.processes, findByArguments: () => seen } };
  it.ports.seen.length = 0;
  expect(valueOf(await stop(ports, stateRequest()))).toMatchObject({ operationId: expect.any(String) as string });
  expect(it.ports.seen.filter(({ kind }) => kind === 'warning')).toMatchObject([
    { node: 'ghost', text: expect.stringContaining('no record names it; it ends with: paddock stop ghost') as string },
  ]);
});

test('where there is nothing, destroy and purge have nothing to do, and start and stop say so', async () => {
  const { ports, store } = lab();
  for (const act of [destroy, purge]) {
    expect(valueOf(await act(ports, stateRequest()))).toMatchObject({ operationId: null, status: 'complete' });
  }
  expect(reasonsOf(await destroy(ports, stateRequest({ scope: ['meta'] })))).toEqual(['unknown_node']);
  for (const act of [start, stop]) expect(reasonsOf(await act(ports, stateRequest()))).toEqual(['no_deployment']);
  expect(store.history).toEqual([]);
});

test('what would stop a purge half-way refuses it before anything is stopped', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  it.host.effects.length = 0;
  it.host.failing.set('check home', [
    { reason: 'unknown_file', folder: '/home/u/.paddock/keys', names: ['mine'], stays: 'everything' },
  ]);
  expect(reasonsOf(await purge(it.ports, stateRequest()))).toEqual(['unknown_file']);
  expect([it.host.effects, it.host.vms.size]).toEqual([[], 2]);
});
