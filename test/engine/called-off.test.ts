import { expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { recordedState } from '../../src/core/state/recorded-state.ts';
import { converge } from '../../src/engine/converge.ts';
import { lab, oneNode, upRequest, valueOf } from './lab.ts';

test('a wait for the guest that was called off is still to be done, and no error', async () => {
  const it = lab();
  const stop = new AbortController();
  const { guest } = it.ports;
  const ports = {
    ...it.ports,
    guest: {
      ...guest,
      awaitReady: () => {
        stop.abort();
        return Promise.resolve({ ok: false, failures: [failure('interrupted', { command: 'waiting' })] } as const);
      },
    },
  };
  const report = valueOf(await converge(ports, upRequest(oneNode, { signal: stop.signal })));
  expect(report.status).toBe('cancelled');
  expect(report.steps.at(-1)).toMatchObject({ kind: 'set_up_guest', state: 'pending' });
  const record = it.store.history.at(-1)?.nodes['meta'];
  if (record === undefined) throw new Error('no record');
  expect(recordedState(record)).toBe('running');
  expect(record.parts.find((part) => part.kind === 'guest')).toMatchObject({ state: 'pending', error: null });
  expect(valueOf(await converge(it.ports, upRequest(oneNode))).status).toBe('complete');
});
