import { expect, test } from 'vitest';
import { start, stop } from '../../src/engine/start-stop.ts';
import { converge } from '../../src/engine/converge.ts';
import { bringUp, lab, type Lab, oneNode, reasonsOf, stateRequest, upRequest, valueOf } from './lab.ts';

/** A host on which every remembered port is taken, as it is by a QEMU that was launched with it. */
function withTakenPorts(it: Lab): Lab['ports'] {
  return { ...it.ports, resources: { ...it.ports.resources, portIsFree: () => Promise.resolve(false) } };
}

async function paused(): Promise<Lab> {
  const it = lab();
  await bringUp(it, oneNode);
  for (const vm of it.host.vms.values()) vm.state = 'paused';
  return it;
}

test('start goes on with a VM that was launched and never ran, and does not take its port for that of another', async () => {
  const it = await paused();
  expect(valueOf(await start(withTakenPorts(it), stateRequest())).status).toBe('complete');
  expect([...it.host.vms.values()].map((vm) => vm.state)).toEqual(['running']);
});

test('so does up', async () => {
  const it = await paused();
  expect(valueOf(await converge(withTakenPorts(it), upRequest(oneNode))).status).toBe('complete');
  expect([...it.host.vms.values()].map((vm) => vm.state)).toEqual(['running']);
});

test('a port that somebody else took keeps a stopped node from starting', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  valueOf(await stop(it.ports, stateRequest()));
  expect(reasonsOf(await start(withTakenPorts(it), stateRequest()))).toEqual(['port_taken']);
  expect(reasonsOf(await converge(withTakenPorts(it), upRequest(oneNode)))).toEqual(['port_taken']);
});
