import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/core/event.ts';
import { failure } from '../../src/core/failure.ts';
import type { ActionKind, ActionOf } from '../../src/core/plan/action.ts';
import type { Authorized } from '../../src/core/plan/grant.ts';
import { fail, ok } from '../../src/core/result.ts';
import type { StateDocument } from '../../src/core/state/document.ts';
import type { FailedCommand, Part } from '../../src/core/state/part.ts';
import type { Step } from '../../src/core/state/running.ts';
import { createLedger } from '../../src/engine/ledger.ts';
import { withRunning } from '../../src/engine/with-running.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { modelDocument } from '../fakes/model-document.ts';

async function open(first: StateDocument = modelDocument()) {
  const store = createMemoryStore();
  const committed = await store.commit(null, first);
  if (!committed.ok) throw new Error('no first document');
  const events: Event[] = [];
  const ledger = createLedger({
    store,
    clock: createManualClock(),
    events: { emit: (event) => events.push(event) },
    document: committed.value,
    token: 'ours',
    place: null,
  });
  return { store, ledger, events };
}

function stepOf<K extends ActionKind>(document: StateDocument, kind: K): Step<Authorized<ActionOf<K>>> {
  const record = document.operation?.steps.find((each) => each.action.kind === kind);
  if (record === undefined) throw new Error(`no step ${kind}`);
  return { id: record.id, action: record.action as Authorized<ActionOf<K>> };
}

function stateOf(document: StateDocument | undefined, kind: ActionKind): string | undefined {
  return document?.operation?.steps.find((each) => each.action.kind === kind)?.state;
}

function partOf(document: StateDocument | undefined, kind: Part['kind']): Part | undefined {
  return document?.nodes['meta']?.parts.find((each) => each.kind === kind);
}

const qemuImg: FailedCommand = {
  name: 'qemu-img',
  argv: ['qemu-img', 'create'],
  exitStatus: 1,
  signal: null,
  timedOut: false,
  stderr: 'no room',
};

describe('withRunning', () => {
  it('commits the barrier, then runs the effect, then commits how it ended', async () => {
    const { store, ledger, events } = await open();
    const seen: unknown[] = [];
    const result = await withRunning(ledger, stepOf(ledger.document, 'create_root_disk'), (running) => {
      seen.push(
        running.kind,
        stateOf(store.history.at(-1), 'create_root_disk'),
        partOf(store.history.at(-1), 'root_disk')?.state,
      );
      return Promise.resolve(ok({ outputs: { virtualSizeBytes: 5 } }));
    });
    expect(result).toEqual({ ok: true, value: { outputs: { virtualSizeBytes: 5 } } });
    expect(seen).toEqual(['create_root_disk', 'running', 'running']);
    expect(store.history.map((each) => stateOf(each, 'create_root_disk'))).toEqual(['pending', 'running', 'complete']);
    expect(partOf(store.history.at(-1), 'root_disk')).toMatchObject({
      state: 'complete',
      outputs: { virtualSizeBytes: 5 },
    });
    expect(events.map((event) => event.kind === 'step_changed' && event.state)).toEqual(['running', 'complete']);
  });

  it('never calls the effect when the barrier cannot be committed', async () => {
    const { store, ledger, events } = await open();
    store.failNext(failure('disk_full', { path: '/x', mountPoint: '/' }));
    let called = false;
    const result = await withRunning(ledger, stepOf(ledger.document, 'start_vm'), () => {
      called = true;
      return Promise.resolve(ok({}));
    });
    expect(result).toMatchObject({ ok: false, failures: [{ reason: 'disk_full' }] });
    expect([called, events, stateOf(ledger.document, 'start_vm')]).toEqual([false, [], 'pending']);
  });

  it('does not start an effect whose barrier is published but not durable', async () => {
    const { store, ledger } = await open();
    store.failNext(failure('state_not_durable', { folder: '/x', problem: 'EIO' }));
    let called = false;
    await withRunning(ledger, stepOf(ledger.document, 'start_vm'), () => {
      called = true;
      return Promise.resolve(ok({}));
    });
    expect(called).toBe(false);
  });

  it('takes an end that is published but not durable for an end: the next commit makes it so', async () => {
    const { store, ledger, events } = await open();
    const result = await withRunning(ledger, stepOf(ledger.document, 'start_vm'), () => {
      store.failNext(failure('state_not_durable', { folder: '/x', problem: 'EIO' }));
      return Promise.resolve(ok({}));
    });
    expect(result.ok).toBe(true);
    expect(stateOf(ledger.document, 'start_vm')).toBe('complete');
    expect(events.map(({ kind }) => kind)).toContain('warning');
  });

  it('records a failure with the program that failed, and keeps outputs and later steps', async () => {
    const { store, ledger, events } = await open();
    const step = stepOf(ledger.document, 'create_data_disk');
    const result = await withRunning(ledger, step, async (_, record) => {
      await record({ outputs: { actualSizeBytes: 7 } });
      return fail(failure('command_failed', { command: { ...qemuImg, stderr: `${'x\n'.repeat(50)}last` } }));
    });
    expect(result.ok).toBe(false);
    const part = partOf(store.history.at(-1), 'data_disk');
    expect(part).toMatchObject({
      state: 'error',
      outputs: { actualSizeBytes: 7 },
      error: { reason: 'command_failed', command: { exitStatus: 1 } },
    });
    expect(part?.error?.command?.stderr.split('\n')).toHaveLength(20);
    expect(stateOf(store.history.at(-1), 'create_data_disk')).toBe('error');
    expect(stateOf(store.history.at(-1), 'start_vm')).toBe('pending');
    expect(events.at(-1)).toMatchObject({ kind: 'step_changed', disk: 'data', state: 'error' });
  });

  it('commits facts of an effect that is under way before the effect goes on', async () => {
    const { store, ledger } = await open();
    const whileRunning: unknown[] = [];
    await withRunning(ledger, stepOf(ledger.document, 'start_vm'), async (_, record) => {
      const recorded = await record({
        outputs: { power: 'launched' },
        change: (document) => ({ ...document, retained: [] }),
      });
      whileRunning.push(
        recorded.ok,
        partOf(store.history.at(-1), 'vm')?.outputs,
        stateOf(store.history.at(-1), 'start_vm'),
      );
      return ok({ outputs: { pid: 4 } });
    });
    expect(whileRunning).toEqual([true, { power: 'launched' }, 'running']);
    expect(partOf(store.history.at(-1), 'vm')?.outputs).toEqual({ power: 'launched', pid: 4 });
  });

  it('lands other changes in the commit that completes the step', async () => {
    const { store, ledger } = await open();
    await withRunning(ledger, stepOf(ledger.document, 'start_vm'), () =>
      Promise.resolve(ok({ change: (document: StateDocument) => ({ ...document, deployment: null }) })),
    );
    expect(store.history.map((each) => [each.deployment === null, stateOf(each, 'start_vm')])).toEqual([
      [false, 'pending'],
      [false, 'running'],
      [true, 'complete'],
    ]);
  });

  it('says so when the effect succeeded and that cannot be recorded', async () => {
    const { store, ledger, events } = await open();
    const result = await withRunning(ledger, stepOf(ledger.document, 'start_vm'), () => {
      store.failNext(failure('disk_full', { path: '/x', mountPoint: '/' }));
      return Promise.resolve(ok({}));
    });
    expect(result).toMatchObject({
      ok: false,
      failures: [{ reason: 'disk_full' }, { reason: 'outcome_unrecorded', step: 'meta/start_vm' }],
    });
    expect(stateOf(store.history.at(-1), 'start_vm')).toBe('running');
    expect(events).toHaveLength(1);
  });

  it('keeps both failures when a failure cannot be recorded', async () => {
    const { store, ledger } = await open();
    const result = await withRunning(ledger, stepOf(ledger.document, 'start_vm'), () => {
      store.failNext(failure('disk_full', { path: '/x', mountPoint: '/' }));
      return Promise.resolve(fail(failure('qemu_exited', { node: 'meta', command: qemuImg })));
    });
    expect(result).toMatchObject({ ok: false, failures: [{ reason: 'qemu_exited' }, { reason: 'disk_full' }] });
  });

  it('records a bug in an effect and throws it on', async () => {
    const { store, ledger } = await open();
    const run = withRunning(ledger, stepOf(ledger.document, 'start_vm'), () => Promise.reject(new Error('a bug')));
    await expect(run).rejects.toThrow('a bug');
    expect(partOf(store.history.at(-1), 'vm')).toMatchObject({
      state: 'error',
      error: { reason: 'internal_error', message: 'Error: a bug' },
    });
  });

  it('refuses to start a step that is done', async () => {
    const { ledger } = await open();
    const step = stepOf(ledger.document, 'start_vm');
    await withRunning(ledger, step, () => Promise.resolve(ok({})));
    await expect(withRunning(ledger, step, () => Promise.resolve(ok({})))).rejects.toThrow(
      'step meta/start_vm is complete',
    );
  });
});
