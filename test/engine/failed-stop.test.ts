import { expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { fail } from '../../src/core/result.ts';
import { converge } from '../../src/engine/converge.ts';
import { stop } from '../../src/engine/start-stop.ts';
import { status } from '../../src/engine/status.ts';
import { bringUp, lab, type Lab, oneNode, stateRequest, upRequest, valueOf } from './lab.ts';

/** Ports of a host on which no VM can be stopped. */
function stuck({ ports }: Lab): Lab['ports'] {
  const refused = failure('stop_unconfirmed', { node: 'meta', detail: 'its monitor does not answer' });
  return { ...ports, hypervisor: { ...ports.hypervisor, stop: () => Promise.resolve(fail(refused)) } };
}

test.each([
  ['stop', (it: Lab) => stop(stuck(it), stateRequest())],
  ['recreate', (it: Lab) => converge(stuck(it), upRequest(oneNode, { command: 'recreate' }))],
])(
  'a VM that runs on after a %s that failed is put right by up, and no other is started',
  async (_command, failing) => {
    const it = lab();
    await bringUp(it, oneNode);
    const [before] = [...it.host.vms.values()];
    expect(valueOf(await failing(it)).status).toBe('error');
    expect(valueOf(await converge(it.ports, upRequest(oneNode)))).toMatchObject({
      status: 'complete',
      nodes: [{ name: 'meta', state: 'running', ready: true }],
    });
    expect(valueOf(await status(it.ports, { scope: null })).nodes).toMatchObject([{ recorded: 'running' }]);
    expect([...it.host.vms.values()]).toEqual([before]);
    it.ports.seen.length = 0;
    expect(valueOf(await converge(it.ports, upRequest(oneNode))).operationId).toBeNull();
  },
);
