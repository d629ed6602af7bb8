import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../src/core/recovery/evidence.ts';
import { failure, type Failure } from '../../src/core/failure.ts';
import { describeFailure } from '../../src/core/failure-text.ts';
import { fail, ok } from '../../src/core/result.ts';
import { destroy } from '../../src/engine/destroy.ts';
import { findGuest } from '../../src/engine/find-guest.ts';
import { findGuests } from '../../src/engine/find-guests.ts';
import { restart, start, stop } from '../../src/engine/start-stop.ts';
import { status } from '../../src/engine/status.ts';
import { converge } from '../../src/engine/converge.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { bringUp, lab, type Lab, oneNode, reasonsOf, stateRequest, upRequest, valueOf } from './lab.ts';

const text = (part: string): string => expect.stringContaining(part) as string;

/** A host whose VMs end in this way, and whose monitors say this. */
function hostWith(
  it: Lab,
  odd: { readonly how?: 'quit' | 'signal'; readonly qmp?: 'no_listener' | 'silent' },
): Lab['ports'] {
  const { hypervisor } = it.ports;
  const stopped: typeof hypervisor.stop = async (running, target) => {
    const done = await hypervisor.stop(running, target);
    return done.ok && odd.how !== undefined ? ok({ how: odd.how }) : done;
  };
  const observe: typeof hypervisor.observe = async (target) => {
    const seen: Evidence = await hypervisor.observe(target);
    return seen.kind === 'running' ? { ...seen, qmp: odd.qmp ?? seen.qmp } : seen;
  };
  return { ...it.ports, hypervisor: { ...hypervisor, stop: stopped, observe } };
}

const words = { signal: 'ended by a signal without a clean shutdown', quit: 'was told to quit' };

test.each(['signal', 'quit'] as const)('a VM that ended by %s and not by its shutdown is named', async (how) => {
  const it = lab();
  await bringUp(it, oneNode);
  const ports = hostWith(it, { how });
  const stopped = valueOf(await stop(ports, stateRequest()));
  expect(stopped.nodes.map((node) => node.warnings)).toEqual([[expect.stringContaining(words[how])]]);
  // It is told once: what a later command did not do is not its news.
  expect(valueOf(await stop(ports, stateRequest())).nodes.map((node) => node.warnings)).toEqual([[]]);
  valueOf(await start(ports, stateRequest()));
  const again = [
    valueOf(await restart(ports, stateRequest())),
    valueOf(await converge(ports, upRequest(oneNode, { command: 'reload' }))),
  ];
  for (const { nodes } of again) {
    expect(nodes.map((node) => node.warnings)).toEqual([[expect.stringContaining(words[how])]]);
  }
  const destroyed = valueOf(await destroy(ports, stateRequest()));
  expect(destroyed.nodes.map((node) => node.warnings)).toEqual([[expect.stringContaining(words[how])]]);
});

test('an end that was forced, or came as asked, needs no warning', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const forced = valueOf(await stop(hostWith(it, { how: 'quit' }), stateRequest({ force: true })));
  expect(forced.nodes.map((node) => node.warnings)).toEqual([[]]);
  valueOf(await start(it.ports, stateRequest()));
  expect(valueOf(await stop(it.ports, stateRequest())).nodes.map((node) => node.warnings)).toEqual([[]]);
});

test.each([
  ['no_listener', 'its monitor is gone'],
  ['silent', 'its monitor does not answer'],
] as const)('status and up say of a monitor that is %s: %s', async (qmp, text) => {
  const it = lab();
  await bringUp(it, oneNode);
  const ports = hostWith(it, { qmp });
  const report = valueOf(await status(ports, { scope: null }));
  expect(report.nodes).toMatchObject([{ observed: 'running', reason: expect.stringContaining(text) as string }]);
  it.ports.seen.length = 0;
  await converge(ports, upRequest(oneNode));
  expect(it.ports.seen).toContainEqual({
    kind: 'warning',
    node: 'meta',
    text: expect.stringContaining(text) as string,
  });
});

test.each([
  ['no_listener', 'its monitor is gone'],
  ['silent', 'its monitor does not answer'],
] as const)('a start of a node whose monitor is %s says so, and asks its guest', async (qmp, words) => {
  const it = lab();
  await bringUp(it, oneNode);
  const ports = hostWith(it, { qmp });
  const report = valueOf(await start(ports, stateRequest()));
  expect(report).toMatchObject({ operationId: null, nodes: [{ ready: true, warnings: [text(words)] }] });
  const hanging = { ...ports, guest: hangingGuest(it) };
  it.ports.seen.length = 0;
  const failed = valueOf(await start(hanging, stateRequest()));
  expect(failed).toMatchObject({
    nodes: [{ ready: false, action: 'none', state: 'running' }],
    failures: [{ node: 'meta', stage: 'set_up_guest', failure: { reason: 'guest_not_ready' } }],
  });
  expect(it.ports.seen).toContainEqual({ kind: 'warning', node: 'meta', text: text(words) });
});

test('a start does not call a guest ready that was so once', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const failed = valueOf(await start({ ...it.ports, guest: hangingGuest(it) }, stateRequest()));
  expect(failed.nodes).toMatchObject([{ ready: false, action: 'none' }]);
});

test.each([
  ['stop', stop],
  ['restart', restart],
  ['destroy', destroy],
] as const)('%s says of a silent monitor that it is', async (_, run) => {
  const it = lab();
  await bringUp(it, oneNode);
  it.ports.seen.length = 0;
  await run(hostWith(it, { qmp: 'silent' }), stateRequest());
  expect(it.ports.seen).toContainEqual({ kind: 'warning', node: 'meta', text: text('does not answer') });
});

test('who goes into a guest hears of a silent monitor first', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const ports = hostWith(it, { qmp: 'silent' });
  it.ports.seen.length = 0;
  valueOf(await findGuest(ports, { node: 'meta', command: 'ssh' }));
  valueOf(await findGuests(ports, { scope: null, command: 'provision' }));
  const warning = { kind: 'warning', node: 'meta', text: text('does not answer') };
  expect(it.ports.seen.filter(({ kind }) => kind === 'warning')).toEqual([warning, warning]);
});

function hangingGuest({ ports: { guest } }: Lab): Lab['ports']['guest'] {
  const silent = fail(failure('guest_not_ready', { node: 'meta', waitedMs: 0, last: 'no answer' }));
  return { ...guest, check: () => Promise.resolve(silent), awaitReady: () => Promise.resolve(silent) };
}

describe('while a guest is waited for', () => {
  /** A guest that never answers, and is waited for until the wait is called off. */
  const waitedFor = (it: Lab): Lab['ports']['guest'] => ({
    ...hangingGuest(it),
    awaitReady: (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve(fail(failure('interrupted', { command: 'waiting for the guest' })));
        });
      }),
  });

  test.each([
    ['up', (ports: Lab['ports']) => converge(ports, upRequest(oneNode))],
    ['start', (ports: Lab['ports']) => start(ports, stateRequest())],
  ])('%s gives up a QEMU that answers on no monitor, and says what ends it', async (_, run) => {
    const it = lab();
    await bringUp(it, oneNode);
    const { pid } = it.host.vms.values().next().value?.identity ?? { pid: 0 };
    const ports = { ...hostWith(it, { qmp: 'silent' }), clock: createManualClock(), guest: waitedFor(it) };
    const failed = valueOf(await run(ports));
    const hangs = { reason: 'vm_hangs', node: 'meta', pid, silentMs: 15_000 };
    expect(failed.failures).toMatchObject([{ node: 'meta', stage: 'set_up_guest', failure: hangs }]);
    const words = describeFailure(failed.failures[0]?.failure as Failure);
    expect(words.message).toContain(`its QEMU hangs: the process (pid ${String(pid)}) is there, and for 15 s`);
    expect(words.next).toEqual([['stop', '--force', 'meta']]);
    // Nothing was done to it.
    expect(it.host.vms.size).toBe(1);
    valueOf(await stop(hostWith(it, { qmp: 'silent' }), stateRequest({ force: true })));
    expect(valueOf(await converge(it.ports, upRequest(oneNode)))).toMatchObject({ nodes: [{ ready: true }] });
  });

  /** A VM that stands still at a disk that is full, from the look with this number on. */
  const stallsFrom = (it: Lab, first: number): Lab['ports']['hypervisor'] => {
    const { hypervisor } = it.ports;
    let looks = 0;
    return {
      ...hypervisor,
      observe: async (target) => {
        const seen = await hypervisor.observe(target);
        looks += 1;
        return seen.kind === 'running' && looks >= first ? { ...seen, paused: true } : seen;
      },
      inspectVm: async (target) => {
        const facts = await hypervisor.inspectVm(target);
        return facts.ok ? ok({ ...facts.value, status: 'io-error', stall: { file: 'data', noSpace: true } }) : facts;
      },
    };
  };

  test('up gives up a VM that stands still at a full disk, and says so', async () => {
    const it = lab();
    const ports = {
      ...it.ports,
      hypervisor: stallsFrom(it, 3),
      clock: createManualClock(),
      guest: waitedFor(it),
    };
    const failed = valueOf(await converge(ports, upRequest(oneNode)));
    const stalled = { reason: 'vm_disk_stalled', node: 'meta', file: 'data', noSpace: true };
    expect(failed.failures).toMatchObject([{ node: 'meta', stage: 'set_up_guest', failure: stalled }]);
    expect(valueOf(await converge(it.ports, upRequest(oneNode)))).toMatchObject({ nodes: [{ ready: true }] });
  });

  test('resize does so too while the guest is asked, says what starts it again, and goes on from there', async () => {
    const it = lab();
    await bringUp(it, oneNode);
    const larger = upRequest(oneNode.replace('vm_cpu: 1', 'vm_cpu: 2'), { command: 'resize' });
    const runScript: Lab['ports']['guest']['runScript'] = (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve(fail(failure('interrupted', { command: 'ssh' })));
        });
      });
    const ports = {
      ...it.ports,
      hypervisor: stallsFrom(it, 3),
      clock: createManualClock(),
      guest: { ...it.ports.guest, runScript },
    };
    const failed = valueOf(await converge(ports, larger));
    expect(failed.failures.map((each) => each.failure)).toMatchObject([{ reason: 'vm_disk_stalled', node: 'meta' }]);
    const words = describeFailure(failed.failures[0]?.failure as Failure);
    expect(words.message).toContain('once space is free there start lets it go on');
    expect(words.next).toEqual([['start', 'meta']]);
    // Followed as it stands, it leads back to where the resize goes on.
    valueOf(await start(it.ports, stateRequest()));
    expect(valueOf(await converge(it.ports, larger))).toMatchObject({ status: 'complete' });
    expect([...it.host.vms.values()].map(({ cpus }) => cpus)).toEqual([2]);
  });

  test.each(['no_listener', 'silent on one', 'silent at first'] as const)(
    'a monitor that is %s is no reason to give its guest up',
    async (monitor) => {
      const it = lab();
      await bringUp(it, oneNode);
      let looks = 0;
      const { hypervisor } = it.ports;
      const observe: typeof hypervisor.observe = async (target) => {
        const seen = await hypervisor.observe(target);
        looks += 1;
        const isCommand = target.sockets.probe === target.sockets.monitor;
        const qmp = { no_listener: 'no_listener', 'silent on one': 'silent', 'silent at first': 'silent' } as const;
        const answers =
          (monitor === 'silent on one' && isCommand) || (monitor === 'silent at first' && looks % 4 === 0);
        return seen.kind === 'running' && !answers ? { ...seen, qmp: qmp[monitor] } : seen;
      };
      const called = new AbortController();
      const clock = createManualClock();
      clock.onSleep = (elapsedMs) => {
        if (elapsedMs > 200_000) called.abort();
      };
      const ports = { ...it.ports, hypervisor: { ...hypervisor, observe }, clock, guest: waitedFor(it) };
      const ended = await converge(ports, upRequest(oneNode, { signal: called.signal }));
      const reasons = ended.ok ? ended.value.failures.map((each) => each.failure.reason) : reasonsOf(ended);
      expect(reasons).toEqual(['interrupted']);
      expect(looks).toBeGreaterThan(30);
    },
  );

  test('a guest that has answered is set up, whatever its monitors do meanwhile', async () => {
    const it = lab();
    await bringUp(it, oneNode);
    const { guest } = it.ports;
    const clock = createManualClock();
    const slowly: typeof guest = {
      ...hangingGuest(it),
      awaitReady: (target, wait, work) =>
        guest.awaitReady(target, wait, {
          ...(work ?? { script: 'set-up', limitMs: 1 }),
          async input(seen) {
            const asked = await work?.input(seen);
            await clock.sleep(300_000);
            for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
            expect(wait.signal.aborted).toBe(false);
            return asked ?? null;
          },
        }),
    };
    const ports = { ...hostWith(it, { qmp: 'silent' }), clock, guest: slowly };
    expect(valueOf(await converge(ports, upRequest(oneNode)))).toMatchObject({
      nodes: [{ ready: true }],
      failures: [],
    });
  });
});
