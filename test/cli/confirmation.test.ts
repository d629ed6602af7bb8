import { expect, test } from 'vitest';
import { lab, twoNodes } from '../engine/lab.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { modelCli } from './model-cli.ts';

test.each([
  ['destroy node-1', 'paddock destroy --yes node-1'],
  ['destroy --delete-persistent', 'paddock destroy --yes --delete-persistent'],
  ['destroy --purge', 'paddock purge --yes'],
  ['purge', 'paddock purge --yes'],
  ['recreate', 'paddock recreate --yes'],
  ['recreate node-1 --no-wait', 'paddock recreate --yes --no-wait node-1'],
])('%s without a terminal: refused, and what it advises is the same with its answer', async (line, next) => {
  const it = lab();
  const ports = modelPorts(it.host, { store: it.store, answer: { kind: 'no_terminal' } });
  const cli = modelCli({ ...it, ports });
  cli.manifests.set('paddock.yml', twoNodes);
  expect((await cli.run('up')).exit).toBe(0);
  const before = [it.host.effects.length, it.store.history.length];
  expect(await cli.run(line)).toMatchObject({ exit: 2, answer: { reason: 'confirmation_required', next: [next] } });
  expect([it.host.effects.length, it.store.history.length]).toEqual(before);
  expect((await cli.run(next)).exit).toBe(0);
});
