import { expect, test } from 'vitest';
import { bringUp, lab, oneNode, stateRequest, valueOf } from '../../engine/lab.ts';
import { destroy } from '../../../src/engine/destroy.ts';

const told = (it: ReturnType<typeof lab>) =>
  (it.store.history.at(-1)?.events ?? []).map(({ node, text }) => `${node ?? 'deployment'}: ${text}`);

test('the life of a node can be read from its events', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  valueOf(await destroy(it.ports, stateRequest()));
  expect(told(it)).toEqual([
    'meta: creation began',
    'meta: data disk made (data)',
    'meta: VM started',
    'meta: guest ready',
    'deployment: up ended: complete',
    'meta: VM stopped',
    'meta: root disk deleted',
    'meta: data disk kept (data)',
    'meta: destroyed',
    'deployment: destroy ended: complete',
  ]);
});

test('every error is an event, with its own words', async () => {
  const it = lab();
  it.host.failing.set('launch meta', [{ reason: 'accelerator_unavailable', accelerator: 'kvm', detail: 'no device' }]);
  await bringUp(it, oneNode);
  expect(told(it).slice(-2)).toEqual([
    'meta: start_vm failed: vm_accel = kvm: does not work on this host (no device); vm_accel: auto picks one that does',
    'deployment: up ended: error',
  ]);
});
