import { expect, test } from 'vitest';
import type { Evidence } from '../../src/core/recovery/evidence.ts';
import { converge } from '../../src/engine/converge.ts';
import { destroy } from '../../src/engine/destroy.ts';
import { findGuest } from '../../src/engine/find-guest.ts';
import { findGuests } from '../../src/engine/find-guests.ts';
import { restart, start, stop } from '../../src/engine/start-stop.ts';
import { status } from '../../src/engine/status.ts';
import { bringUp, lab, type Lab, oneNode, reasonsOf, stateRequest, upRequest, valueOf } from './lab.ts';

const detail = 'a VM with its UUID runs from another home, /home/u/original (pid 7)';

/** A home whose VM is seen like this. */
function seenAs(it: Lab, change: (seen: Evidence) => Evidence): Lab['ports'] {
  const { hypervisor } = it.ports;
  const observe: typeof hypervisor.observe = async (target) => change(await hypervisor.observe(target));
  return { ...it.ports, hypervisor: { ...hypervisor, observe } };
}

test('a copy of a home whose VM runs is refused by every command that would touch the VM, before it is touched', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const ports = seenAs(it, () => ({
    ...{ kind: 'unknown', why: 'other_home', qmp: 'no_listener', process: 'other_home', detail },
  }));
  const before = it.host.vms.size;
  const results = [
    await converge(ports, upRequest(oneNode)),
    await converge(ports, upRequest(oneNode, { command: 'reload' })),
    await start(ports, stateRequest()),
    await stop(ports, stateRequest({ force: true })),
    await restart(ports, stateRequest()),
    await destroy(ports, stateRequest()),
    await findGuest(ports, { node: 'meta', command: 'ssh' }),
    await findGuests(ports, { scope: null, command: 'exec' }),
  ];
  expect(results.map(reasonsOf)).toEqual(results.map(() => ['vm_of_other_home']));
  expect(it.host.vms.size).toBe(before);
  const [node] = valueOf(await status(ports, { scope: null })).nodes;
  expect(node).toMatchObject({ observed: 'unknown', reason: `other_home: ${detail}` });
});

test('a home that was moved while its VM runs is called that', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const ports = seenAs(it, (seen) =>
    seen.kind === 'running' ? { ...seen, qmp: 'no_listener', movedFrom: '/home/u/before' } : seen,
  );
  const [node] = valueOf(await status(ports, { scope: null })).nodes;
  expect(node).toMatchObject({
    observed: 'running',
    reason: expect.stringContaining('its home was moved here from /home/u/before while its VM runs') as string,
  });
});
