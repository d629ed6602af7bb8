import { expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import type { Instant } from '../../src/core/names.ts';
import { fail, ok } from '../../src/core/result.ts';
import type { StateDocument } from '../../src/core/state/document.ts';
import type { StateStore } from '../../src/ports/state-store.ts';
import type { Answer } from '../../src/ports/approver.ts';
import { adopt } from '../../src/engine/adopt.ts';
import { converge } from '../../src/engine/converge.ts';
import { restoreDisk } from '../../src/engine/change-disk.ts';
import { destroy, purge } from '../../src/engine/destroy.ts';
import { recover } from '../../src/engine/recover.ts';
import { readUsable } from '../../src/engine/read-usable.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { status } from '../../src/engine/status.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { bringUp, lab, type Lab, oneNode, reasonsOf, stateRequest, twoNodes, upRequest, valueOf } from './lab.ts';

const guarded = oneNode.replace(
  'nodename: meta',
  'nodename: meta\n      vm_protect: true\n      vm_ports: ["8080:80"]',
);
const { signal } = new AbortController();
const yes = { yes: true, dryRun: false, signal };

/** The same host and the same operations on file, with these documents and no other. */
function withDocuments(it: Lab, history: readonly StateDocument[], answer?: Answer): Lab {
  const store = createMemoryStore({ history });
  for (const operation of it.store.archived) void store.archive(operation, { owner: null });
  for (const [id, text] of it.store.inputs) {
    const operation = it.store.archived.find((each) => each.id === id);
    if (operation !== undefined) void store.keepInputs(operation, { manifestText: text, owner: null });
  }
  it.host.effects.length = 0;
  const ports = modelPorts(it.host, { store, firstIdentifier: 500, ...(answer === undefined ? {} : { answer }) });
  return { host: it.host, store, ports };
}

const newest = (it: Lab): StateDocument | undefined => it.store.history.at(-1);

test('a rebuilt record has what its nodes had agreed to, and the next up has nothing left to do', async () => {
  const made = lab();
  await bringUp(made, guarded);
  const before = newest(made)?.deployment;
  const it = withDocuments(made, []);
  const report = valueOf(await adopt(it.ports, yes));
  expect(report.adopted).toMatchObject([{ name: 'meta', protect: true, agreedOnFile: true }]);
  expect(newest(it)?.deployment?.applied).toEqual(before?.applied);
  expect(newest(it)?.deployment?.control).toBe(before?.control);
  expect(reasonsOf(await destroy(it.ports, stateRequest()))).toEqual(['node_protected']);
});

test('what nothing on file tells of comes as it was made, and that is said', async () => {
  const made = lab();
  await bringUp(made, guarded);
  const it = withDocuments({ ...made, store: createMemoryStore() }, []);
  const { adopted } = valueOf(await adopt(it.ports, { ...yes, dryRun: true }));
  expect(adopted).toMatchObject([{ name: 'meta', protect: false, agreedOnFile: false }]);
  expect([it.store.history, it.host.effects]).toEqual([[], []]);
});

test('a record that lost its last commits keeps the protection that was agreed to since', async () => {
  const made = lab();
  await bringUp(made, guarded);
  const before = newest(made)?.deployment;
  const unagreed = made.store.history.findLast(({ deployment }) => deployment?.applied['meta'] === undefined);
  if (unagreed === undefined) throw new Error('every document has agreed to the node');
  const it = withDocuments(made, [unagreed]);
  const rebuilt: StateDocument[] = [];
  const damage = failure('state_damaged', { file: '/h/state/0000000099.json', problem: 'is empty', lastGood: null });
  const store = {
    ...withMethods(it.store),
    read: () => Promise.resolve(fail(damage)),
    readLastGood: () => Promise.resolve(ok({ ...unagreed, fence: { ...unagreed.fence, owner: null } })),
    rebuild: (next: StateDocument) => Promise.resolve(ok((rebuilt.push(next), next))),
  };
  valueOf(await adopt({ ...it.ports, store }, yes));
  expect(rebuilt[0]?.deployment?.applied).toEqual(before?.applied);
});

/** A store whose methods can be replaced one by one. */
function withMethods(store: Lab['store']): StateStore {
  return {
    read: () => store.read(),
    readLastGood: () => store.readLastGood(),
    olderOf: (document) => store.olderOf(document),
    commit: (base, next) => store.commit(base, next),
    rebuild: (next) => store.rebuild(next),
    discard: (last) => store.discard(last),
    archive: (operation, options) => store.archive(operation, options),
    keepInputs: (operation, kept) => store.keepInputs(operation, kept),
    operations: () => store.operations(),
    keptInputs: (operation) => store.keptInputs(operation),
    readInputs: (operation) => store.readInputs(operation),
  };
}

test('with nobody to ask, nothing is adopted', async () => {
  const made = lab();
  await bringUp(made, oneNode);
  const it = withDocuments(made, [], { kind: 'no_terminal' });
  expect(reasonsOf(await adopt(it.ports, { ...yes, yes: false }))).toEqual(['confirmation_required']);
  expect(it.store.history).toEqual([]);
});

/** A lab of one node with the document from before that node was made anew. */
async function rolledBack(): Promise<Lab> {
  const made = lab();
  await bringUp(made, oneNode);
  const kept = [...made.store.history];
  valueOf(await destroy(made.ports, stateRequest()));
  await bringUp(made, twoNodes);
  return withDocuments(made, kept);
}

test('with an older copy of the record nothing is started, destroyed or made in the place of what came since', async () => {
  const it = await rolledBack();
  const before = [...it.store.history];
  const results = [
    await destroy(it.ports, stateRequest()),
    await destroy(it.ports, stateRequest({ scope: ['meta'] })),
    await start(it.ports, stateRequest()),
    await converge(it.ports, upRequest(twoNodes)),
    await converge(it.ports, upRequest(twoNodes, { command: 'recreate' })),
  ];
  expect(results.map(reasonsOf)).toEqual(results.map(() => ['unregistered_nodes']));
  expect([it.store.history, it.host.effects]).toEqual([before, []]);
});

test('with an older copy of the record what came since can be reached and stopped', async () => {
  const it = await rolledBack();
  const usable = valueOf(await readUsable(it.ports));
  expect(usable.fromFolders).toEqual(['meta', 'node-1']);
  expect(usable.note).toContain('no record names meta, node-1');
  const before = [...it.store.history];
  expect(valueOf(await stop(it.ports, stateRequest({ scope: ['node-1'] })))).toMatchObject({ status: 'complete' });
  expect([it.store.history, it.host.effects]).toEqual([before, ['stop node-1']]);
});

test("another home's record is not acted on, shown or judged, and what is here can be stopped", async () => {
  const other = lab();
  const otherPorts = modelPorts(other.host, { store: other.store, firstIdentifier: 9000 });
  await bringUp({ ...other, ports: otherPorts }, oneNode);
  const made = lab();
  await bringUp(made, twoNodes);
  const it = withDocuments(made, other.store.history);
  const before = [...it.store.history];
  const refused = [
    await converge(it.ports, upRequest(twoNodes)),
    await start(it.ports, stateRequest()),
    await destroy(it.ports, stateRequest({ scope: ['meta'] })),
  ];
  expect(refused.map(reasonsOf)).toEqual(refused.map(() => ['unregistered_nodes']));
  const shown = valueOf(await status(it.ports, { scope: null }));
  expect(shown.note).toContain('the record is of deployment');
  expect(shown.nodes.map(({ name, observed }) => [name, observed])).toEqual([
    ['meta', 'running'],
    ['node-1', 'running'],
  ]);
  expect(valueOf(await stop(it.ports, stateRequest()))).toMatchObject({ status: 'complete' });
  expect([it.store.history, it.host.vms.size]).toEqual([before, 0]);
  valueOf(await adopt(it.ports, yes));
  expect(Object.keys(newest(it)?.nodes ?? {})).toEqual(['meta', 'node-1']);
});

test("another deployment's record that names the same nodes is refused as such, and gives way", async () => {
  const made = lab();
  await bringUp(made, twoNodes);
  const own = newest(made)?.deployment?.id ?? '';
  const id = '0d0d0d0d-0000-4000-8000-000000000000';
  const text = JSON.stringify(made.store.history).replaceAll(own, id);
  const it = withDocuments(made, JSON.parse(text) as StateDocument[]);
  const before = [...it.store.history];
  const refused = [
    await converge(it.ports, upRequest(twoNodes)),
    await start(it.ports, stateRequest()),
    await destroy(it.ports, stateRequest()),
    await purge(it.ports, stateRequest()),
    await recover(it.ports, { dryRun: false, accept: null, signal }),
    await restoreDisk(it.ports, { node: 'meta', path: '/data', snapshot: 'x', yes: true, signal }),
  ];
  expect(refused).toMatchObject(
    refused.map(() => ({ failures: [{ reason: 'unregistered_nodes', recordOf: id, found: [{}, {}] }] })),
  );
  const shown = valueOf(await status(it.ports, { scope: null }));
  expect(shown).toMatchObject({ deployment: { id: own, createdAt: null }, unregistered: [{}, {}] });
  expect(shown.note).toContain(`the record is of deployment ${id}`);
  expect(valueOf(await stop(it.ports, stateRequest({ scope: ['node-1'] })))).toMatchObject({ status: 'complete' });
  expect(it.store.history).toEqual(before);
  const { adopted } = valueOf(await adopt(it.ports, yes));
  expect(adopted.map(({ name }) => name)).toEqual(['meta', 'node-1']);
  expect(newest(it)?.deployment?.id).toBe(own);
  valueOf(await start(it.ports, stateRequest({ scope: ['meta'] })));
});

test('a record of which one node.json alone says otherwise is not another deployment', async () => {
  const made = lab();
  await bringUp(made, twoNodes);
  const own = newest(made)?.deployment?.id ?? '';
  const [file = ''] = [...made.host.files.keys()].filter((each) => each.endsWith('/node.json'));
  made.host.files.set(file, (made.host.files.get(file) ?? '').replace(own, '0d0d0d0d-0000-4000-8000-000000000000'));
  valueOf(await stop(made.ports, stateRequest({ scope: ['node-1'] })));
  expect(newest(made)?.deployment?.id).toBe(own);
});

test('a rebuilt record is as old as its oldest node, and one that is only shown tells no age', async () => {
  const made = lab();
  await bringUp(made, twoNodes);
  const it = withDocuments(made, []);
  const later = { ...it.ports, clock: { ...it.ports.clock, now: () => '2031-05-05T00:00:00.000Z' as Instant } };
  const unread = failure('state_newer_schema', { file: '/h/state/0000000099.json', writtenBy: '9.9.9' });
  const ports = { ...later, store: { ...withMethods(it.store), read: () => Promise.resolve(fail(unread)) } };
  const shown = valueOf(await status(ports, { scope: null }));
  expect(shown).toMatchObject({ deployment: { createdAt: null }, unregistered: [] });
  expect(shown.nodes.map(({ name }) => name)).toEqual(['meta', 'node-1']);
  valueOf(await adopt(later, yes));
  expect(newest(it)?.deployment?.createdAt).toBe(newest(made)?.nodes['meta']?.createdAt);
});

test('a kept disk that no record names is named, and no node gets an empty one in its place', async () => {
  const made = lab();
  await bringUp(made, oneNode);
  valueOf(await destroy(made.ports, stateRequest()));
  const it = withDocuments(made, []);
  const [disk] = valueOf(await status(it.ports, { scope: null })).unregisteredDisks;
  expect(disk?.of).toEqual({ node: 'meta', disk: 'data' });
  expect(reasonsOf(await converge(it.ports, upRequest(oneNode)))).toEqual(['unregistered_disks']);
  expect(valueOf(await adopt(it.ports, yes)).retained).toMatchObject([{ node: 'meta', disk: 'data' }]);
  valueOf(await converge(it.ports, upRequest(oneNode)));
  expect(newest(it)?.nodes['meta']?.parts.find(({ kind }) => kind === 'data_disk')?.file).toBe(disk?.file);
});

test('a VM of this home without a folder is named and keeps everything else waiting', async () => {
  const made = lab();
  await bringUp(made, oneNode);
  const [uuid = ''] = made.host.vms.keys();
  for (const file of [...made.host.files.keys()]) if (file.includes('/nodes/')) made.host.files.delete(file);
  const it = withDocuments(made, []);
  const disk = JSON.stringify({ filename: it.ports.layout.absolute('nodes/meta-1/root.qcow2') });
  const argv = ['/usr/bin/qemu-system-x86_64', '-name', 'meta', '-uuid', uuid, '-blockdev', disk];
  const seen = { kind: 'present' as const, identity: it.ports.processes.self(), argv };
  const ports = { ...it.ports, processes: { ...it.ports.processes, findByArguments: () => [seen] } };
  expect(valueOf(await status(ports, { scope: null })).unregistered).toMatchObject([
    { folder: null, made: { name: 'meta', uuid }, pids: [seen.identity.pid] },
  ]);
  const refused = [await converge(ports, upRequest(oneNode)), await destroy(ports, stateRequest())];
  expect(refused.map(reasonsOf)).toEqual([['unregistered_nodes'], ['unregistered_nodes']]);
  const { adopted, leftAlone } = valueOf(await adopt(ports, yes));
  expect(adopted).toEqual([]);
  expect(leftAlone.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('there is no folder to take it in from; put its folder back, or save'),
    'nothing on file tells whose disk it was',
  ]);
});
