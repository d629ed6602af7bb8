import { expect, test } from 'vitest';
import { destroy, purge } from '../../src/engine/destroy.ts';
import { restart, start, stop } from '../../src/engine/start-stop.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { bringUp, lab, reasonsOf, stateRequest, twoNodes, valueOf } from './lab.ts';

test('stop ends every VM, start brings the same ones back', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const uuids = [...it.host.vms.keys()];
  const stopped = valueOf(await stop(it.ports, stateRequest()));
  expect(stopped.nodes.map((node) => [node.name, node.action, node.state])).toEqual([
    ['meta', 'stopped', 'stopped'],
    ['node-1', 'stopped', 'stopped'],
  ]);
  expect(it.host.vms.size).toBe(0);
  const started = valueOf(await start(it.ports, stateRequest()));
  expect(started.nodes.map((node) => [node.action, node.ready])).toEqual([
    ['started', true],
    ['started', true],
  ]);
  expect([...it.host.vms.keys()].sort()).toEqual(uuids.sort());
});

test('restart stops and starts the same VMs, and starts one that is stopped', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const uuids = [...it.host.vms.keys()];
  valueOf(await stop(it.ports, stateRequest({ scope: ['node-1'] })));
  const restarted = valueOf(await restart(it.ports, stateRequest()));
  expect(restarted.nodes.map((node) => [node.action, node.state, node.ready])).toEqual([
    ['restarted', 'running', true],
    ['restarted', 'running', true],
  ]);
  expect(restarted.steps.map((step) => step.kind).filter((kind) => kind === 'stop_vm')).toHaveLength(2);
  expect([...it.host.vms.keys()].sort()).toEqual(uuids.sort());
});

test('a restart whose start could not work stops nothing', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const before = new Map(it.host.vms);
  const [seed] = [...it.host.files.keys()].filter((file) => file.includes('/nodes/meta-') && file.endsWith('seed.img'));
  it.host.files.delete(seed ?? '');
  expect(reasonsOf(await restart(it.ports, stateRequest()))).not.toEqual([]);
  expect(it.host.vms).toEqual(before);
});

test('stopping what is stopped is no operation', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  await stop(it.ports, stateRequest());
  const commits = it.store.history.length;
  const again = valueOf(await stop(it.ports, stateRequest()));
  expect(again.operationId).toBeNull();
  expect(it.store.history).toHaveLength(commits);
});

test('a VM that ended by itself is recorded as stopped by stop', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  it.host.vms.clear();
  valueOf(await stop(it.ports, stateRequest({ scope: ['meta'] })));
  const vm = it.store.history.at(-1)?.nodes['meta']?.parts.find((part) => part.kind === 'vm');
  expect(vm?.outputs['power']).toBe('stopped');
});

test('destroy removes what it lists, keeps persistent disks, and passes the control role on in the same commit', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const report = valueOf(await destroy(it.ports, stateRequest({ scope: ['meta'] })));
  expect(report.nodes.map((node) => [node.name, node.state])).toEqual([['meta', 'destroyed']]);
  expect(report.retained.map((disk) => [disk.node, disk.path, disk.virtualSizeBytes])).toEqual([
    ['meta', '/data', 2 ** 30],
  ]);
  const disk = report.retained[0]?.file ?? '';
  expect(it.host.files.has(`/home/u/.paddock/${disk}`)).toBe(true);
  expect([...it.host.files.keys()].filter((file) => file.includes('/nodes/meta-'))).toEqual([]);
  const history = it.store.history;
  const marked = history.findIndex((document) => document.nodes['meta']?.life === 'destroyed');
  expect(history[marked - 1]?.deployment?.control).toBe('meta');
  expect(history[marked]?.deployment?.control).toBe('node-1');
});

test('a kept disk comes back to a new node of the same name and path', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const { retained } = valueOf(await destroy(it.ports, stateRequest({ scope: ['meta'] })));
  it.host.effects.length = 0;
  const report = await bringUp(it, twoNodes);
  expect(report.retained).toEqual([]);
  const disk = it.store.history.at(-1)?.nodes['meta']?.parts.find((part) => part.kind === 'data_disk');
  expect(disk?.diskUuid).toBe(retained[0]?.diskUuid);
  expect(it.host.effects.some((effect) => effect.startsWith('create /home/u/.paddock/disks'))).toBe(false);
});

test('the last node ends the deployment', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  valueOf(await destroy(it.ports, stateRequest()));
  const last = it.store.history.at(-1);
  expect(last?.deployment).toBeNull();
  expect(Object.values(last?.nodes ?? {}).map((node) => node.life)).toEqual(['destroyed', 'destroyed']);
  expect(it.host.vms.size).toBe(0);
});

test('a VM that is not proven gone keeps every part of its node', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  it.host.failing.set('stop meta', [{ reason: 'stop_unconfirmed', node: 'meta', detail: 'its monitor is silent' }]);
  it.host.effects.length = 0;
  const report = valueOf(await destroy(it.ports, stateRequest({ scope: ['meta'] })));
  expect(report.failures.map((each) => each.failure.reason)).toEqual(['stop_unconfirmed']);
  expect(report.nodes.map((node) => [node.action, node.state])).toEqual([['failed', 'error']]);
  expect(it.host.effects).toEqual(['stop meta']);
  const record = it.store.history.at(-1)?.nodes['meta'];
  expect(record?.life).toBe('destroying');
  expect(record?.parts.every((part) => part.state !== 'destroyed')).toBe(true);
  expect(valueOf(await destroy(it.ports, stateRequest({ scope: ['meta'] }))).status).toBe('complete');
});

test('a removal that finds a foreign file stops there, and going on finishes it', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const folder = it.store.history.at(-1)?.nodes['node-1']?.folder ?? '';
  const effect = `remove /home/u/.paddock/${folder}/node.json`;
  it.host.failing.set(effect, [{ reason: 'unknown_file', folder, names: ['notes.txt'], stays: 'folder' }]);
  const report = valueOf(await destroy(it.ports, stateRequest({ scope: ['node-1'] })));
  expect(report.failures.map((each) => [each.stage, each.failure.reason])).toEqual([
    ['remove_node_record', 'unknown_file'],
  ]);
  it.host.effects.length = 0;
  expect(valueOf(await destroy(it.ports, stateRequest({ scope: ['node-1'] }))).status).toBe('complete');
  expect(it.host.effects.filter((each) => each.includes('root.qcow2'))).toEqual([]);
});

test.each([
  [{ kind: 'no_terminal' }, 'confirmation_required'],
  [{ kind: 'declined', typed: 'yes' }, 'declined'],
] as const)('an answer of %j is a refusal, %s', async (answer, reason) => {
  const it = lab();
  await bringUp(it, twoNodes);
  it.host.effects.length = 0;
  const ports = modelPorts(it.host, { store: it.store, answer });
  expect(reasonsOf(await destroy(ports, stateRequest({ yes: false })))).toEqual([reason]);
  expect(reasonsOf(await purge(ports, stateRequest({ yes: false })))).toEqual([reason]);
  expect(it.host.effects).toEqual([]);
});

test('purge removes nodes, kept disks, keys and state', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  await destroy(it.ports, stateRequest({ scope: ['meta'] }));
  const report = valueOf(await purge(it.ports, stateRequest()));
  expect(report.status).toBe('complete');
  expect([...it.host.files.keys()]).toEqual([]);
  expect(it.host.effects.at(-1)).toBe('erase home');
  expect(it.store.history).toEqual([]);
});

test.each([
  ['erase home', null, 'erase_home'],
  ['remove /home/u/.paddock/', 'meta', 'remove_retained_disk'],
])('a purge whose %s fails says so', async (effect, node, stage) => {
  const it = lab();
  await bringUp(it, twoNodes);
  const { retained } = valueOf(await destroy(it.ports, stateRequest()));
  const full = effect === 'erase home' ? effect : `${effect}${retained[0]?.file ?? ''}`;
  it.host.failing.set(full, [
    { reason: 'unknown_file', folder: '/home/u/.paddock/keys', names: ['mine'], stays: 'everything' },
  ]);
  const report = valueOf(await purge(it.ports, stateRequest()));
  expect(report.status).not.toBe('complete');
  expect(report.failures.map((each) => [each.node, each.stage, each.failure.reason])).toEqual([
    [node, stage, 'unknown_file'],
  ]);
  expect(report.steps.map((step) => step.node)).toEqual(['meta', null]);
});
