import { expect, test } from 'vitest';
import { converge } from '../../src/engine/converge.ts';
import { firstLook } from '../../src/engine/first-look.ts';
import { bringUp, lab, twoNodes, upRequest, valueOf, type Lab } from './lab.ts';

interface Looks {
  readonly ports: Lab['ports'];
  /** Of each look begun, in order. */
  readonly signals: (AbortSignal | undefined)[];
}

async function withLooks(): Promise<Looks & { readonly it: Lab }> {
  const it = lab();
  await bringUp(it, twoNodes);
  const signals: (AbortSignal | undefined)[] = [];
  const guest: typeof it.ports.guest = {
    ...it.ports.guest,
    check(target, signal) {
      signals.push(signal);
      return it.ports.guest.check(target, signal);
    },
  };
  return { it, signals, ports: { ...it.ports, guest } };
}

test('up looks into the guests of its scope before its manifest is known, and into none of them twice', async () => {
  const { ports, signals } = await withLooks();
  const begun = await firstLook(ports, { command: 'up', scope: null });
  expect(signals).toHaveLength(2);
  expect(valueOf(await converge(ports, upRequest(twoNodes), begun)).status).toBe('complete');
  expect(signals).toHaveLength(2);
  await firstLook(ports, { command: 'up', scope: ['node-1'] });
  expect(signals).toHaveLength(3);
});

test('an abandoned look is told to end', async () => {
  const { ports, signals } = await withLooks();
  const begun = await firstLook(ports, { command: 'up', scope: null });
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
  begun.abandon();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});

test('no other command looks into guests so early', async () => {
  const { ports, signals } = await withLooks();
  for (const command of ['recreate', 'resize', 'reload'] as const) await firstLook(ports, { command, scope: null });
  expect(signals).toEqual([]);
});
