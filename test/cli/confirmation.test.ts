import { expect, test } from 'vitest';
import type { Approver } from '../../src/ports/approver.ts';
import { lab, twoNodes } from '../engine/lab.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { modelCli } from './model-cli.ts';

test('a whole recreate where nothing exists asks too', async () => {
  const it = lab();
  const asked: string[] = [];
  const ports = { ...it.ports, approver: { confirm: unanswered(asked) } };
  const cli = modelCli({ ...it, ports });
  cli.manifests.set('paddock.yml', twoNodes);
  expect(await cli.run('recreate')).toMatchObject({
    exit: 2,
    answer: { reason: 'confirmation_required', next: ['paddock recreate --yes'] },
  });
  expect(asked).toEqual([
    'node meta (10.10.10.10) is created',
    '  makes   root disk, 1GiB',
    '  makes   disk /data, 1GiB, empty',
    'node node-1 (10.10.10.11) is created',
    '  makes   root disk, 1GiB',
  ]);
  expect([it.host.effects.length, it.store.history.length]).toEqual([0, 0]);
  expect((await cli.run('recreate --yes')).exit).toBe(0);
});

function unanswered(asked: string[]): Approver['confirm'] {
  return ({ lines }) => {
    asked.push(...lines);
    return Promise.resolve({ kind: 'no_terminal' });
  };
}

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
