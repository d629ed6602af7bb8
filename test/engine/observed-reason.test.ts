import { expect, test } from 'vitest';
import type { Evidence } from '../../src/core/recovery/evidence.ts';
import { observedReason } from '../../src/core/recovery/observed-state.ts';
import { beginResize } from '../../src/core/state/open-resize.ts';
import { bringUp, lab, oneNode, valueOf } from './lab.ts';

const gone: Evidence = { kind: 'not_running', why: 'process_gone', qmp: 'no_listener', process: 'absent' };

test('of a VM that has ended in the middle of a resize, not up is said to start it again', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const record = valueOf(await it.store.read())?.nodes['meta'];
  if (record === undefined) throw new Error('meta is not on record');
  const seen = { live: null, ending: { kind: 'by_guest', said: null } } as const;
  // What asked the guest may have been a stop that could not be recorded.
  expect(observedReason(record, gone, seen)).toMatch(
    /^stopped by its guest, .*no stop .* is recorded; up starts it again$/u,
  );
  const sizes = { cpus: 2, memoryBytes: 2 ** 28, rootDiskBytes: 2 ** 30, disks: {} };
  const open = beginResize(record, sizes, { startDue: true });
  expect(observedReason(open, gone, seen)).toMatch(/; resize starts it again$/u);
});
