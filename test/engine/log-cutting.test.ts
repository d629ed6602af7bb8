import { expect, test } from 'vitest';
import { ok } from '../../src/core/result.ts';
import { destroy } from '../../src/engine/destroy.ts';
import { stop } from '../../src/engine/start-stop.ts';
import { bringUp, lab, stateRequest, twoNodes, valueOf } from './lab.ts';

test('logs are cut in the folders of recorded nodes that exist', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  valueOf(await destroy(it.ports, stateRequest({ scope: ['node-1'] })));
  const asked: (readonly string[])[] = [];
  const home = {
    ...it.ports.home,
    cutLogs: (folders: readonly string[]) => {
      asked.push(folders);
      return Promise.resolve(ok(undefined));
    },
  };
  valueOf(await stop({ ...it.ports, home }, stateRequest()));
  expect(asked).toEqual([[it.store.history.at(-1)?.nodes['meta']?.folder]]);
});
