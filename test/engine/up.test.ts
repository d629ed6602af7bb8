import { expect, test } from 'vitest';
import { converge } from '../../src/engine/converge.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { bringUp, lab, oneNode, reasonsOf, stateRequest, twoNodes, upRequest, valueOf } from './lab.ts';

test('two nodes are made, started and waited for, each step after its barrier', async () => {
  const it = lab();
  const report = await bringUp(it, twoNodes);
  expect(report.status).toBe('complete');
  expect(report.nodes.map((node) => [node.name, node.action, node.state, node.ready])).toEqual([
    ['meta', 'created', 'running', true],
    ['node-1', 'created', 'running', true],
  ]);
  expect(it.host.vms.size).toBe(2);
  const last = it.store.history.at(-1);
  expect(last?.operation).toBeNull();
  expect(last?.fence.owner).toBeNull();
  expect(Object.keys(last?.deployment?.applied ?? {})).toEqual(['meta', 'node-1']);
  expect(it.store.archived.map((operation) => operation.status)).toEqual(['complete']);
});

test('a second run does nothing: no commit, no effect', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const commits = it.store.history.length;
  const effects = it.host.effects.length;
  const again = await bringUp(it, twoNodes);
  expect(again.operationId).toBeNull();
  expect(again.nodes.map((node) => [node.action, node.ready])).toEqual([
    ['none', true],
    ['none', true],
  ]);
  expect(it.store.history).toHaveLength(commits);
  expect(it.host.effects).toHaveLength(effects);
});

test('a third host starts only that one', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const before = [...it.host.vms.values()].map((vm) => vm.identity.pid);
  it.host.effects.length = 0;
  await bringUp(it, `${twoNodes}    10.10.10.12: { nodename: node-2, vm_disks: [] }\n`);
  expect(it.host.effects.filter((effect) => effect.startsWith('launch'))).toEqual(['launch node-2']);
  expect([...it.host.vms.values()].map((vm) => vm.identity.pid).slice(0, 2)).toEqual(before);
});

test('before the provider is called the document reads running; a failure keeps what is known', async () => {
  const it = lab();
  const command = {
    name: 'qemu-system-x86_64',
    argv: ['-uuid', 'x'],
    exitStatus: 1,
    signal: null,
    timedOut: false,
    stderr: 'no such device',
  };
  it.host.failing.set('launch meta', [{ reason: 'qemu_exited', node: 'meta', command }]);
  const report = await bringUp(it, oneNode);
  expect(report.status).toBe('error');
  expect(report.failures.map((each) => [each.node, each.stage, each.failure.reason])).toEqual([
    ['meta', 'start_vm', 'qemu_exited'],
  ]);
  const vmStates = it.store.history.map((document) => partState(document, 'vm'));
  expect([...new Set(vmStates)]).toEqual([undefined, 'pending', 'running', 'error']);
  const parts = it.store.history.at(-1)?.nodes['meta']?.parts ?? [];
  expect(parts.find((part) => part.kind === 'vm')?.error?.command).toEqual(command);
  expect(parts.find((part) => part.kind === 'root_disk')?.outputs).toEqual({ virtualSizeBytes: 2 ** 30 });
  expect(parts.find((part) => part.kind === 'guest')?.state).toBe('pending');
  expect(report.steps.at(-1)).toEqual({ node: 'meta', kind: 'set_up_guest', state: 'pending' });
});

test('a creation that failed is continued with the same UUID and without repeating what is there', async () => {
  const it = lab();
  it.host.failing.set('launch meta', [{ reason: 'accelerator_unavailable', accelerator: 'tcg', detail: 'x' }]);
  await bringUp(it, oneNode);
  const uuid = it.store.history.at(-1)?.nodes['meta']?.uuid;
  it.host.effects.length = 0;
  const report = await bringUp(it, oneNode);
  expect(report.status).toBe('complete');
  expect(it.store.history.at(-1)?.nodes['meta']?.uuid).toBe(uuid);
  expect(it.host.effects).toEqual(['launch meta', 'cont meta', 'ready meta', 'script set-up meta']);
});

test('one node failing leaves the other alone, and the command is partial', async () => {
  const it = lab();
  it.host.failing.set('launch node-1', [{ reason: 'accelerator_unavailable', accelerator: 'tcg', detail: 'x' }]);
  const report = await bringUp(it, twoNodes);
  expect(report.status).toBe('partial');
  expect(report.nodes.map((node) => [node.name, node.action, node.state])).toEqual([
    ['meta', 'created', 'running'],
    ['node-1', 'failed', 'error'],
  ]);
});

test.each([
  ['vm_cpu: 1', 'vm_cpu: 2', 'resize_required'],
  ['vm_mem: 256MiB', 'vm_mem: 512MiB', 'resize_required'],
  ['vm_image: local-mini', 'vm_image: local-other', 'recreate_required'],
  ['nodename: node-1,', 'nodename: node-1, vm_skip: true,', 'nodes_removed'],
  ['10.10.10.', '10.10.20.', 'envelope_changed'],
])('%s → %s is refused with %s, and nothing is touched', async (from, to, reason) => {
  const it = lab();
  await bringUp(it, twoNodes);
  it.host.effects.length = 0;
  const commits = it.store.history.length;
  const refused = await converge(it.ports, upRequest(twoNodes.replaceAll(from, to)));
  expect(reasonsOf(refused)).toContain(reason);
  expect(it.host.effects).toEqual([]);
  expect(it.store.history).toHaveLength(commits);
});

test('an unknown VM refuses the command before anything starts', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const uuid = valueOf(await it.ports.store.read())?.nodes['meta']?.uuid;
  if (uuid !== undefined) it.host.silent.add(uuid);
  it.host.effects.length = 0;
  expect(reasonsOf(await converge(it.ports, upRequest(oneNode)))).toEqual(['evidence_unknown']);
  expect(it.host.effects).toEqual([]);
});

test('an interrupt before a step is picked leaves it pending and closes the operation as cancelled', async () => {
  const it = lab();
  const controller = new AbortController();
  it.store.beforeCommit = (next) => {
    if (partState(next, 'seed') === 'complete') controller.abort();
  };
  const report = valueOf(await converge(it.ports, upRequest(oneNode, { signal: controller.signal })));
  expect(report.status).toBe('cancelled');
  expect(it.host.effects.some((effect) => effect.startsWith('launch'))).toBe(false);
  expect(it.store.history.at(-1)?.operation).toBeNull();
  it.store.beforeCommit = null;
  expect((await bringUp(it, oneNode)).status).toBe('complete');
});

function partState(document: { readonly nodes: object }, kind: string): string | undefined {
  const nodes = document.nodes as { readonly meta?: { readonly parts: readonly { kind: string; state: string }[] } };
  return nodes.meta?.parts.find((part) => part.kind === kind)?.state;
}

test('a guest that came up after its step was given up is recorded as ready by the next run, without a restart', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  valueOf(await stop(it.ports, stateRequest()));
  it.host.failing.set('ready meta', [{ reason: 'guest_not_ready', node: 'meta', waitedMs: 1000, last: 'refused' }]);
  const started = valueOf(await start(it.ports, stateRequest()));
  expect(started.failures.map((each) => each.stage)).toEqual(['set_up_guest']);
  const pids = [...it.host.vms.values()].map((vm) => vm.identity.pid);
  const report = await bringUp(it, oneNode);
  expect(report.steps.map((step) => [step.kind, step.state])).toEqual([['set_up_guest', 'complete']]);
  const record = it.store.history.at(-1)?.nodes['meta'];
  expect(record?.parts.map((part) => part.state)).not.toContain('error');
  expect([...it.host.vms.values()].map((vm) => vm.identity.pid)).toEqual(pids);
});
