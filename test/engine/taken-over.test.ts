import { expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import type { Instant } from '../../src/core/names.ts';
import { fail } from '../../src/core/result.ts';
import type { FenceOwner, StateDocument } from '../../src/core/state/document.ts';
import { takeFence } from '../../src/core/state/fence.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import { converge } from '../../src/engine/converge.ts';
import { mayYetPass } from '../../src/engine/may-yet-pass.ts';
import { createFakeProcesses, fakeIdentity } from '../fakes/fake-processes.ts';
import { modelDocument } from '../fakes/model-document.ts';
import { lab, type Lab, oneNode, reasonsOf, upRequest } from './lab.ts';

const other: FenceOwner = {
  identity: fakeIdentity(77),
  token: 'other',
  command: 'up',
  since: '2026-01-02T00:00:00.000Z' as Instant & string,
};

/** Another command becomes the owner, whoever it was before. */
async function takeOver({ store }: Lab): Promise<void> {
  const newest = store.history.at(-1);
  if (newest !== undefined) await store.commit(newest, takeFence(newest, other));
}

/** The ports of a command that is taken over right before the first call of this effect, which is refused then as by its driver. */
function takenOverAt(it: Lab, method: 'launch' | 'cont'): EnginePorts {
  const { hypervisor } = it.ports;
  const refuse = async (running: Parameters<typeof hypervisor.launch>[0]) => {
    await takeOver(it);
    const owned = await running.stillOwned();
    return owned.ok ? fail(failure('interrupted', { command: 'it' })) : owned;
  };
  return { ...it.ports, hypervisor: { ...hypervisor, [method]: refuse } };
}

test.each(['launch', 'cont'] as const)(
  'taken over before %s it does that no more, files nothing, and says so once',
  async (method) => {
    const it = lab();
    const ended = await converge(takenOverAt(it, method), upRequest(oneNode));
    expect(reasonsOf(ended)).toEqual(['fenced']);
    expect(it.store.archived).toEqual([]);
    expect(it.store.history.at(-1)?.fence.owner).toEqual(other);
    expect([...it.host.vms.values()].filter(({ state }) => state === 'running')).toEqual([]);
  },
);

test('what was launched for nobody is ended, and what the new owner has found is left to it', async () => {
  for (const found of [false, true]) {
    const it = lab();
    const { hypervisor } = it.ports;
    const launch: typeof hypervisor.launch = async (...call) => {
      const launched = await hypervisor.launch(...call);
      await takeOver(it);
      const newest = it.store.history.at(-1);
      if (found && launched.ok && newest !== undefined) await it.store.commit(newest, knowing(newest, launched.value));
      return launched;
    };
    const ended = await converge({ ...it.ports, hypervisor: { ...hypervisor, launch } }, upRequest(oneNode));
    expect(reasonsOf(ended)).toEqual(['fenced']);
    expect(it.host.vms.size).toBe(found ? 1 : 0);
  }
});

function knowing(document: StateDocument, process: FenceOwner['identity']): StateDocument {
  const meta = document.nodes['meta'];
  return meta === undefined ? document : { ...document, nodes: { ...document.nodes, meta: { ...meta, process } } };
}

test('a refusal waits for the end of a command that lives, unless what was asked for is wrong anyway', async () => {
  const { processes, document, store, conflict } = await refused();
  expect(await mayYetPass({ processes, store }, document, conflict)).toBe(true);
  expect(await mayYetPass({ processes, store }, null, conflict)).toBe(false);
  const free = { ...document, fence: { ...document.fence, owner: null } };
  expect(await mayYetPass({ processes, store }, free, conflict)).toBe(false);
  const usage = fail(...conflict.failures, failure('unknown_node', { name: 'x', known: [] } as never));
  expect(await mayYetPass({ processes, store }, document, usage)).toBe(false);
});

test('a command that is gone was interrupted, unless it has written since the document was read', async () => {
  const { processes, document, store, conflict } = await refused();
  processes.verdicts.set(77, 'gone');
  expect(await mayYetPass({ processes, store }, document, conflict)).toBe(false);
  await store.commit(document, { ...document, fence: { ...document.fence, owner: null } });
  expect(await mayYetPass({ processes, store }, document, conflict)).toBe(true);
});

/** A destruction of a command that lives, read by one that would have to refuse for it. */
async function refused() {
  const processes = createFakeProcesses();
  const { store } = lab();
  const committed = await store.commit(null, { ...modelDocument(), fence: { epoch: 3, owner: other } });
  if (!committed.ok) throw new Error('the document was not taken');
  const conflict = fail(failure('destruction_unfinished', { nodes: ['meta' as never] }));
  return { processes, store, document: committed.value, conflict };
}
