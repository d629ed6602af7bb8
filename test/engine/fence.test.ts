import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/core/event.ts';
import { failure } from '../../src/core/failure.ts';
import { fail, ok, type Result } from '../../src/core/result.ts';
import type { Home } from '../../src/ports/home.ts';
import { takeFence, releaseFence, type FencePorts } from '../../src/engine/fence.ts';
import { createFakeIdentifiers } from '../fakes/fake-identifiers.ts';
import { createFakeProcesses } from '../fakes/fake-processes.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createMemoryStore, type MemoryStore } from '../fakes/memory-store.ts';
import { createMemoryWaitingRoom } from '../fakes/memory-waiting-room.ts';

let seed = 0;

function homeWhoseLogs(cut: Result<void>): Home {
  return {
    nodeFolders: () => Promise.resolve(ok([])),
    diskFiles: () => Promise.resolve(ok([])),
    controlKeys: () => Promise.resolve(ok([])),
    holds: () => Promise.resolve(false),
    checkErasable: () => Promise.resolve(ok(undefined)),
    erase: () => Promise.resolve(ok(undefined)),
    cutLogs: () => Promise.resolve(cut),
  };
}

function command(
  pid: number,
  shared: { store: MemoryStore; room?: ReturnType<typeof createMemoryWaitingRoom>; home?: Home },
) {
  const events: Event[] = [];
  const clock = createManualClock();
  const processes = createFakeProcesses(pid);
  const waitingRoom = shared.room ?? createMemoryWaitingRoom();
  const abort = new AbortController();
  const ports: FencePorts = {
    version: 'test',
    store: shared.store,
    home: shared.home ?? homeWhoseLogs(ok(undefined)),
    clock,
    processes,
    waitingRoom,
    identifiers: createFakeIdentifiers(++seed),
    events: { emit: (event) => events.push(event) },
  };
  return {
    events,
    clock,
    processes,
    abort,
    take: () => takeFence(ports, { command: `up ${String(pid)}`, signal: abort.signal }),
  };
}

describe('takeFence', () => {
  it('owns a home without a document by the first commit', async () => {
    const store = createMemoryStore();
    const ledger = await command(11, { store }).take();
    expect(ledger.ok).toBe(true);
    expect(store.history.map((each) => each.fence)).toMatchObject([
      { epoch: 1, owner: { identity: { pid: 11 }, command: 'up 11' } },
    ]);
  });

  it('waits for a living owner, names it once, and owns the next epoch when it lets go', async () => {
    const store = createMemoryStore();
    const room = createMemoryWaitingRoom();
    const first = await command(11, { store, room }).take();
    const second = command(12, { store, room });
    second.clock.onSleep = async (elapsed) => {
      if (elapsed >= 2000 && first.ok && store.history.length === 1) await releaseFence(first.value);
    };
    const ledger = await second.take();
    expect(ledger.ok).toBe(true);
    expect(second.events).toEqual([
      {
        kind: 'waiting',
        node: null,
        limitMs: 600_000,
        what: 'up 11 (pid 11), which has held the deployment since 2026-01-01T00:00:00.000Z',
      },
    ]);
    expect(store.history.map((each) => [each.fence.epoch, each.fence.owner?.identity.pid ?? null])).toEqual([
      [1, 11],
      [1, null],
      [2, 12],
    ]);
  });

  it('takes over from an owner that is proven gone, within a second, though its place is still taken', async () => {
    const store = createMemoryStore();
    const room = createMemoryWaitingRoom();
    await command(11, { store, room }).take();
    room.taken.add(2);
    const second = command(12, { store, room });
    second.processes.verdicts.set(11, 'gone');
    expect((await second.take()).ok).toBe(true);
    expect(second.clock.monotonicMs()).toBeLessThanOrEqual(1000);
    expect(store.history.at(-1)?.fence).toMatchObject({ epoch: 2, owner: { identity: { pid: 12 } } });
  });

  it('gives up after ten minutes with the owner named', async () => {
    const store = createMemoryStore();
    await command(11, { store }).take();
    const result = await command(12, { store }).take();
    expect(result).toMatchObject({
      ok: false,
      failures: [{ reason: 'deployment_busy', command: 'up 11', pid: 11, waitedMs: 600_000 }],
    });
    expect(store.history).toHaveLength(1);
  });

  it('does not touch an owner that cannot be judged from here', async () => {
    const store = createMemoryStore();
    await command(11, { store }).take();
    const second = command(12, { store });
    second.processes.verdicts.set(11, 'unverifiable');
    expect(await second.take()).toMatchObject({ ok: false, failures: [{ reason: 'owner_unverifiable', pid: 11 }] });
  });

  it('looks again when another command was faster', async () => {
    const store = createMemoryStore();
    const room = createMemoryWaitingRoom();
    const second = command(12, { store, room });
    store.beforeCommit = async () => {
      store.beforeCommit = null;
      await command(11, { store }).take();
    };
    second.clock.onSleep = () => {
      second.processes.verdicts.set(11, 'gone');
    };
    expect((await second.take()).ok).toBe(true);
    expect(store.history.map((each) => each.fence.owner?.identity.pid)).toEqual([11, 12]);
  });

  it('stops waiting on an abort and leaves the waiting room', async () => {
    const store = createMemoryStore();
    const room = createMemoryWaitingRoom();
    await command(11, { store, room }).take();
    const second = command(12, { store, room });
    second.clock.onSleep = () => {
      second.abort.abort();
    };
    expect(await second.take()).toMatchObject({ ok: false, failures: [{ reason: 'interrupted', command: 'up 12' }] });
    expect([...room.taken]).toEqual([1]);
  });

  it('passes on what keeps the state from being read or written', async () => {
    const store = createMemoryStore();
    store.failNext(failure('disk_full', { path: '/x/state', mountPoint: '/x' }));
    expect(await command(11, { store }).take()).toMatchObject({ ok: false, failures: [{ reason: 'disk_full' }] });
  });

  it('warns of a log that cannot be cut, and goes on', async () => {
    const home = homeWhoseLogs(fail(failure('foreign_file', { path: '/h/serial.log', kind: 'symlink' })));
    const first = command(11, { store: createMemoryStore(), home });
    expect((await first.take()).ok).toBe(true);
    expect(first.events).toMatchObject([{ kind: 'warning', text: expect.stringContaining('/h/serial.log') as string }]);
  });
});
