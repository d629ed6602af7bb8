import { expect, test } from 'vitest';
import { describeFailure } from '../../src/core/failure-text.ts';
import { adopt } from '../../src/engine/adopt.ts';
import { converge } from '../../src/engine/converge.ts';
import { destroy } from '../../src/engine/destroy.ts';
import { readUsable } from '../../src/engine/read-usable.ts';
import { changeState } from '../../src/engine/change-state.ts';
import { status } from '../../src/engine/status.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { bringUp, lab, type Lab, oneNode, reasonsOf, stateRequest, twoNodes, upRequest, valueOf } from './lab.ts';

const { signal } = new AbortController();
const yes = { yes: true, dryRun: false, signal };

/** The folder of meta, relative to the home. */
function folderOf(it: Lab): string {
  const file = [...it.host.files.keys()].find((name) => /\/nodes\/meta-[^/]*\/node\.json$/u.test(name)) ?? '';
  return file.slice(`${it.ports.layout.home}/`.length, -'/node.json'.length);
}

/** Every file of a folder stands in another one too, or instead. */
function copyFolder(it: Lab, [from, to]: readonly [string, string], how: 'copy' | 'rename' = 'copy'): void {
  for (const [name, content] of [...it.host.files]) {
    const inside = it.ports.layout.absolute(`${from}/`);
    if (!name.startsWith(inside)) continue;
    it.host.files.set(it.ports.layout.absolute(`${to}/${name.slice(inside.length)}`), content);
    if (how === 'rename') it.host.files.delete(name);
  }
  it.host.effects.length = 0;
}

function withoutRecord({ host }: Lab): Lab {
  const store = createMemoryStore();
  return { host, store, ports: modelPorts(host, { store, firstIdentifier: 500 }) };
}

/** What is said to one who would have all nodes destroyed. */
async function refusal(it: Lab): Promise<ReturnType<typeof describeFailure>> {
  const refused = await destroy(it.ports, stateRequest());
  const [failed] = refused.ok ? [] : refused.failures;
  if (failed === undefined) throw new Error('destroy was not refused');
  return describeFailure(failed);
}

test('a copy of a node folder is told as such, is never taken in, and only its removal is named', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const folder = folderOf(it);
  copyFolder(it, [folder, 'nodes/y']);
  const { message, next } = await refusal(it);
  expect(message).toContain(
    `nodes/y (it is a copy of ${folder}, which alone is node meta: move the copy out of the home)`,
  );
  expect(message).not.toMatch(/adopt|stop meta/u);
  expect(next).toEqual([['status']]);
  const report = valueOf(await adopt(it.ports, yes));
  expect(report.adopted).toEqual([]);
  expect(report.leftAlone).toMatchObject([
    { path: 'nodes/y', problem: expect.stringContaining('move the copy') as string },
  ]);
  expect(valueOf(await status(it.ports, { scope: null })).unregistered).toMatchObject([
    { folder: 'nodes/y', misplaced: { kind: 'copy', of: folder } },
  ]);
  for (const name of it.host.files.keys()) if (name.includes('/nodes/y/')) it.host.files.delete(name);
  expect((await converge(it.ports, upRequest(oneNode))).ok).toBe(true);
});

test('without a record the folder that has the name of its node is taken in, and its copy is left', async () => {
  const made = lab();
  await bringUp(made, twoNodes);
  const folder = folderOf(made);
  copyFolder(made, [folder, 'nodes/a-copy']);
  const it = withoutRecord(made);
  expect(valueOf(await readUsable(it.ports)).fromFolders).toEqual(['meta', 'node-1']);
  const refused = await refusal(it);
  expect(refused.next).toEqual([['recover', '--adopt'], ['status']]);
  const report = valueOf(await adopt(it.ports, yes));
  expect(report.adopted).toMatchObject([{ folder }, { name: 'node-1' }]);
  expect(report.leftAlone.map(({ path }) => path)).toEqual(['nodes/a-copy']);
  expect(it.store.history.at(-1)?.nodes['meta']).toMatchObject({ folder, life: 'committed' });
  expect((await refusal(it)).next).toEqual([['status']]);
});

test('a node folder under another name gets the advice to give back its own', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const folder = folderOf(it);
  copyFolder(it, [folder, 'nodes/y'], 'rename');
  const { message, next } = await refusal(it);
  expect(message).toContain(
    `nodes/y (it is the folder of node meta under another name: give it back the name ${folder})`,
  );
  expect(next).toEqual([['status']]);
  expect(valueOf(await adopt(it.ports, yes)).adopted).toEqual([]);
  copyFolder(it, ['nodes/y', folder], 'rename');
  expect((await converge(it.ports, upRequest(oneNode))).ok).toBe(true);
});

test('two folders of one node of which none has its name are named both, and neither is taken in', async () => {
  const made = lab();
  await bringUp(made, oneNode);
  const folder = folderOf(made);
  copyFolder(made, [folder, 'nodes/x']);
  copyFolder(made, [folder, 'nodes/y'], 'rename');
  const report = valueOf(await adopt(withoutRecord(made).ports, yes));
  expect(report.adopted).toEqual([]);
  const problem = expect.stringContaining(`give it back the name ${folder}`) as string;
  expect(report.leftAlone).toEqual(
    expect.arrayContaining([
      { path: 'nodes/x', problem },
      { path: 'nodes/y', problem },
    ]),
  );
});

test('without a record a node folder under another name is not taken in until it has its own again', async () => {
  const made = lab();
  await bringUp(made, oneNode);
  const folder = folderOf(made);
  copyFolder(made, [folder, 'nodes/zz'], 'rename');
  const it = withoutRecord(made);
  const { message, next } = await refusal(it);
  expect(message).toContain(`nodes/zz (it is the folder of node meta under another name: give it back`);
  expect(next).toEqual([['status']]);
  const report = valueOf(await adopt(it.ports, yes));
  expect(report.adopted).toEqual([]);
  expect(report.leftAlone).toContainEqual({
    path: 'nodes/zz',
    problem: expect.stringContaining(`give it back the name ${folder}`) as string,
  });
  copyFolder(it, ['nodes/zz', folder], 'rename');
  expect(valueOf(await adopt(it.ports, yes)).adopted).toMatchObject([{ name: 'meta', folder }]);
});

test('a copy of the folder of a destroyed node is no node', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const folder = folderOf(it);
  copyFolder(it, [folder, 'nodes/y']);
  const before = new Map([...it.host.files].filter(([name]) => name.includes('/nodes/y/')));
  for (const name of before.keys()) it.host.files.delete(name);
  valueOf(await destroy(it.ports, stateRequest()));
  for (const [name, content] of before) it.host.files.set(name, content);
  const refused = await converge(it.ports, upRequest(oneNode));
  expect(reasonsOf(refused)).toEqual(['unregistered_nodes']);
  expect(refused.ok ? [] : refused.failures.map((each) => describeFailure(each).message)).toEqual([
    expect.stringContaining('move the copy out of the home'),
  ]);
  expect(valueOf(await adopt(it.ports, yes)).adopted).toEqual([]);
});

test.each([
  { how: 'copy', scope: null, force: false },
  { how: 'copy', scope: ['meta'], force: false },
  { how: 'copy', scope: ['meta'], force: true },
  { how: 'rename', scope: ['meta'], force: true },
] as const)('a recorded node whose folder has a $how is stopped ($scope, force $force)', async (each) => {
  const it = lab();
  await bringUp(it, oneNode);
  copyFolder(it, [folderOf(it), 'nodes/y'], each.how);
  const stop = {
    command: 'stop',
    request: stateRequest({ scope: each.scope, force: each.force }),
    confirm: null,
  } as const;
  const stopped = valueOf(await changeState(it.ports, stop));
  expect(stopped.status).toBe('complete');
  expect(stopped.steps).toMatchObject([{ node: 'meta', kind: 'stop_vm', state: 'complete' }]);
  expect(it.ports.processes.findByArguments(['-uuid'])).toEqual([]);
  expect(reasonsOf(await destroy(it.ports, stateRequest()))).toEqual(['unregistered_nodes']);
});
