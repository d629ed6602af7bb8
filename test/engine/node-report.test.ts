import { expect, test } from 'vitest';
import { nodeReport } from '../../src/engine/node-report.ts';
import { bringUp, lab, oneNode, valueOf } from './lab.ts';

test.each([
  [['set_up_guest'], ['time: the clock was moved by 45 s']],
  [['stop_vm'], []],
  [[], []],
])('after the steps %j, what was repaired in the guest is %j', async (done, repairs) => {
  const it = lab();
  await bringUp(it, oneNode);
  const document = valueOf(await it.store.read());
  const record = document?.nodes['meta'];
  if (document === null || record === undefined || record.guest === null) throw new Error('meta is not set up');
  const repaired = { ...record, guest: { ...record.guest, repairs: ['time: the clock was moved by 45 s'] } };
  const run = { stage: null, failures: [], interrupted: false, done };
  expect(nodeReport(repaired, { outcome: null, action: 'none', document, run }).repairs).toEqual(repairs);
});
