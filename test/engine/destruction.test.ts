import { describe, expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { fail } from '../../src/core/result.ts';
import { converge } from '../../src/engine/converge.ts';
import { destroy, foreseeDestruction, purge } from '../../src/engine/destroy.ts';
import { stop } from '../../src/engine/start-stop.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { bringUp, lab, type Lab, reasonsOf, stateRequest, twoNodes, upRequest, valueOf } from './lab.ts';

const hashOf = async (it: Lab, command: 'destroy' | 'purge', changes = {}): Promise<string> =>
  valueOf(await foreseeDestruction(it.ports, { command, request: stateRequest(changes) })).planHash;

const threeNodes = `${twoNodes}    10.10.10.12: { nodename: node-2, vm_disks: [] }\n`;

describe('what a destruction would do', () => {
  test('is told without a commit or an effect', async () => {
    const it = lab();
    await bringUp(it, twoNodes);
    const before = { effects: [...it.host.effects], commits: it.store.history.length };
    const { destruction } = valueOf(
      await foreseeDestruction(it.ports, { command: 'destroy', request: stateRequest({ scope: ['meta'] }) }),
    );
    expect(destruction.nodes.map(({ name, disks }) => [name, disks.map(({ path, end }) => [path, end])])).toEqual([
      [
        'meta',
        [
          [null, 'deleted'],
          ['/data', 'kept'],
        ],
      ],
    ]);
    expect(destruction.untouched).toEqual(['node-1']);
    expect({ effects: it.host.effects, commits: it.store.history.length }).toEqual(before);
  });

  test('is done when it is what was reviewed', async () => {
    const it = lab();
    await bringUp(it, twoNodes);
    const expectPlan = await hashOf(it, 'destroy', { scope: ['meta'] });
    const report = valueOf(await destroy(it.ports, stateRequest({ scope: ['meta'], expectPlan })));
    expect(report.status).toBe('complete');
    const whole = await hashOf(it, 'purge');
    expect(valueOf(await purge(it.ports, stateRequest({ expectPlan: whole }))).status).toBe('complete');
  });

  test.each(['destroy', 'purge'] as const)(
    '%s is refused when it is not, and the difference is named',
    async (command) => {
      const it = lab();
      await bringUp(it, twoNodes);
      const expectPlan = await hashOf(it, command);
      await bringUp(it, threeNodes);
      const before = { effects: [...it.host.effects], commits: it.store.history.length };
      const act = command === 'purge' ? purge : destroy;
      const refused = await act(it.ports, stateRequest({ expectPlan }));
      expect(refused).toMatchObject({
        failures: [{ reason: 'plan_changed', nodes: ['node-2'], shared: null, next: [command, '--dry-run'] }],
      });
      expect({ effects: it.host.effects, commits: it.store.history.length }).toEqual(before);
    },
  );
});

describe('a confirmation', () => {
  test('holds for what was shown: a node that came while it waited is not destroyed with the rest', async () => {
    const it = lab();
    await bringUp(it, twoNodes);
    const asking = {
      ...it.ports,
      approver: {
        confirm: async () => {
          await bringUp(it, threeNodes);
          it.host.effects.length = 0;
          return { kind: 'approved' } as const;
        },
      },
    };
    expect(reasonsOf(await destroy(asking, stateRequest({ yes: false })))).toEqual(['plan_changed']);
    expect(it.host.effects).toEqual([]);
    expect(it.store.history.at(-1)?.fence.owner).toBeNull();
  });

  test('that was mistyped says what was typed and what was wanted', async () => {
    const it = lab();
    await bringUp(it, twoNodes);
    const ports = modelPorts(it.host, { store: it.store, answer: { kind: 'declined', typed: 'node-1' } });
    expect(await destroy(ports, stateRequest({ yes: false, scope: ['meta'] }))).toEqual({
      ok: false,
      failures: [{ reason: 'declined', command: 'destroy', typed: 'node-1', expected: 'meta' }],
    });
  });
});

test('persistent disks of nodes that ended before go with the whole deployment, and only when that is asked for', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const { retained } = valueOf(await destroy(it.ports, stateRequest({ scope: ['meta'] })));
  const file = `/home/u/.paddock/${retained[0]?.file ?? ''}`;
  valueOf(await destroy(it.ports, stateRequest()));
  expect(it.host.files.has(file)).toBe(true);
  const report = valueOf(await destroy(it.ports, stateRequest({ deletePersistent: true })));
  expect(report).toMatchObject({ status: 'complete', retained: [] });
  expect(it.host.files.has(file)).toBe(false);
  expect(valueOf(await destroy(it.ports, stateRequest({ deletePersistent: true }))).operationId).toBeNull();
});

test('a VM that kept a destruction from finishing can be ended by stop --force, and destroy finishes then', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  it.host.failing.set('stop meta', [{ reason: 'stop_unconfirmed', node: 'meta', detail: 'its monitor is silent' }]);
  expect(valueOf(await destroy(it.ports, stateRequest({ scope: ['meta'] }))).status).toBe('error');
  const forced = valueOf(await stop(it.ports, stateRequest({ scope: ['meta'], force: true })));
  expect(forced.nodes.map(({ action }) => action)).toEqual(['stopped']);
  expect(it.store.history.at(-1)?.nodes['meta']?.life).toBe('destroying');
  expect(valueOf(await destroy(it.ports, stateRequest({ scope: ['meta'] }))).status).toBe('complete');
});

test('a persistent disk that was never made is not kept, and stands in the way of nothing', async () => {
  const it = lab();
  const broken = {
    ...it.ports.hypervisor,
    createDisk: () => Promise.resolve(fail(failure('disk_full', { path: 'disks', mountPoint: '/' }))),
  };
  const report = valueOf(await converge({ ...it.ports, hypervisor: broken }, upRequest(twoNodes)));
  expect(report.failures.map(({ stage }) => stage)).toEqual(['create_data_disk']);
  const ended = valueOf(await destroy(it.ports, stateRequest({ scope: ['meta'] })));
  expect(ended).toMatchObject({ status: 'complete', retained: [] });
  expect((await bringUp(it, twoNodes)).status).toBe('complete');
});
