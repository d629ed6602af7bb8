import { expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { fail, ok } from '../../src/core/result.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { status } from '../../src/engine/status.ts';
import type { Guest, ScriptRun } from '../../src/ports/guest.ts';
import { bringUp, lab, stateRequest, twoNodes, valueOf } from './lab.ts';

const signal = new AbortController().signal;

/** Two running guests: the clock of meta is ahead by so much, and node-1 does as it is told here. */
async function ask(clockAheadSeconds: number, changes: Partial<Guest> = {}) {
  const it = lab();
  await bringUp(it, twoNodes);
  const scripts: ScriptRun[] = [];
  const { guest } = it.ports;
  const ports = {
    ...it.ports,
    guest: {
      ...guest,
      check: async (target) => {
        const seen = await guest.check(target);
        return seen.ok && target.name === 'meta' ? ok({ ...seen.value, clockAheadSeconds }) : seen;
      },
      runScript: (_target, run) => {
        scripts.push(run);
        return Promise.resolve(ok({ exitStatus: 0, stdout: '', stderr: '' }));
      },
      ...changes,
    } satisfies Guest,
  };
  const versions = it.store.history.length;
  const report = valueOf(await status(ports, { scope: null, ask: { signal } }));
  // Nothing of it is recorded.
  expect(it.store.history).toHaveLength(versions);
  return { it, ports, scripts, guests: report.nodes.map((node) => node.guest) };
}

test('a clock that is behind is moved forward, and one that is right is left alone', async () => {
  const { guests, scripts } = await ask(-60);
  expect(guests).toEqual([
    { answers: true, problem: null, clockAheadSeconds: -60, clockMoved: true },
    { answers: true, problem: null, clockAheadSeconds: 0, clockMoved: false },
  ]);
  expect(scripts).toMatchObject([{ script: 'step-clock', arguments: ['60'] }]);
  expect((await ask(2)).scripts).toEqual([]);
});

test('a clock that the guest does not let move is said to be as it was', async () => {
  const refused = () => Promise.resolve(ok({ exitStatus: 1, stdout: '', stderr: 'the clock cannot be set' }));
  const { guests } = await ask(60, { runScript: refused });
  expect(guests[0]).toEqual({ answers: true, problem: null, clockAheadSeconds: 60, clockMoved: false });
});

test('a guest that does not answer says why, and one that does not run is not asked', async () => {
  const late = fail(failure('guest_not_ready', { node: 'meta', waitedMs: 0, last: 'connection refused' }));
  const { guests, it } = await ask(0, { check: () => Promise.resolve(late) });
  expect(guests[0]).toMatchObject({ answers: false, problem: expect.stringContaining('connection refused') as string });
  valueOf(await stop(it.ports, stateRequest({ scope: ['node-1'] })));
  const report = valueOf(await status(it.ports, { scope: null, ask: { signal } }));
  expect(report.nodes.map(({ guest }) => guest?.answers ?? null)).toEqual([true, null]);
  valueOf(await start(it.ports, stateRequest({ scope: ['node-1'] })));
  expect(valueOf(await status(it.ports, { scope: null })).nodes.map(({ guest }) => guest)).toEqual([null, null]);
});
