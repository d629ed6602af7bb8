import { beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { liveForwards } from '../../src/core/state/live-forwards.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { status } from '../../src/engine/status.ts';
import { converge } from '../../src/engine/converge.ts';
import { bringUp, type Lab, lab, oneNode, reasonsOf, stateRequest, twoNodes, upRequest, valueOf } from './lab.ts';

let it_: Lab;
const withPorts = (...ports: readonly string[]) =>
  oneNode.replace('nodename: meta', `nodename: meta\n      vm_ports: ${JSON.stringify(ports)}`);

beforeEach(() => {
  it_ = lab();
});

async function live(name = 'meta'): Promise<readonly string[]> {
  const record = valueOf(await it_.store.read())?.nodes[name];
  return record === undefined ? [] : liveForwards(record);
}

async function applied() {
  return valueOf(await it_.store.read())?.deployment?.applied['meta']?.ports.map(({ hostPort }) => hostPort);
}

/** A host on which these ports are taken. */
function taken(...ports: readonly number[]): EnginePorts {
  const { resources } = it_.ports;
  const portIsFree = (_address: string, port: number) => Promise.resolve(!ports.includes(port));
  return { ...it_.ports, resources: { ...resources, portIsFree } };
}

describe('forwards', () => {
  it('are there from the launch on, and shown while the machine runs', async () => {
    await bringUp(it_, withPorts('8080:80', '0.0.0.0:2222:22'));
    expect(await live()).toEqual(['0.0.0.0:2222:22', '127.0.0.1:8080:80']);
    const shown = async () => valueOf(await status(it_.ports, { scope: null })).nodes[0]?.ports;
    expect(await shown()).toHaveLength(2);
    valueOf(await stop(it_.ports, stateRequest()));
    expect(await shown()).toEqual([]);
    valueOf(await start(it_.ports, stateRequest()));
    expect(await shown()).toHaveLength(2);
  });

  it('change in a running machine, once, and nothing else does', async () => {
    await bringUp(it_, oneNode);
    const report = await bringUp(it_, withPorts('8080:80'));
    expect(report.steps.map(({ kind, state }) => [kind, state])).toEqual([['forward_ports', 'complete']]);
    expect(report.nodes[0]).toMatchObject({ action: 'none', state: 'running' });
    expect([await live(), await applied()]).toEqual([['127.0.0.1:8080:80'], [8080]]);
    expect((await bringUp(it_, withPorts('8080:80'))).operationId).toBeNull();
    await bringUp(it_, oneNode);
    expect(await live()).toEqual([]);
  });

  it('that failed are not agreed to, leave the machine as it runs, and are tried again', async () => {
    await bringUp(it_, withPorts('8080:80'));
    it_.host.failing.set('forward meta', [failure('port_taken', { address: '127.0.0.1', port: 9090 })]);
    const failed = await bringUp(it_, withPorts('9090:80'));
    expect(failed.status).toBe('error');
    expect([await live(), await applied()]).toEqual([['127.0.0.1:8080:80'], [8080]]);
    expect(valueOf(await status(it_.ports, { scope: null })).nodes[0]?.recorded).toBe('running');
    it_.host.failing.clear();
    expect((await bringUp(it_, withPorts('9090:80'))).status).toBe('complete');
    expect([await live(), await applied()]).toEqual([['127.0.0.1:9090:80'], [9090]]);
  });

  it('refuse a port that something else has, before the launch and before the change', async () => {
    expect(reasonsOf(await converge(taken(8080), upRequest(withPorts('8080:80'))))).toEqual(['port_taken']);
    expect(it_.host.vms.size).toBe(0);
    await bringUp(it_, withPorts('8080:80'));
    const version = valueOf(await it_.store.read())?.version;
    expect(reasonsOf(await converge(taken(8080, 9090), upRequest(withPorts('8080:80', '9090:90'))))).toEqual([
      'port_taken',
    ]);
    expect(valueOf(await it_.store.read())?.version).toBe(version);
    // Its own port is taken by itself.
    valueOf(await converge(taken(8080), upRequest(withPorts('8080:80', '9090:90'))));
    valueOf(await stop(it_.ports, stateRequest()));
    expect(reasonsOf(await start(taken(9090), stateRequest()))).toEqual(['port_taken']);
  });

  it('may go from one machine to another in one command', async () => {
    const two = (first: string, second: string) =>
      twoNodes
        .replace('nodename: meta', `nodename: meta\n      vm_ports: ${first}`)
        .replace('nodename: node-1,', `nodename: node-1, vm_ports: ${second},`);
    await bringUp(it_, two('["8080:80"]', '[]'));
    valueOf(await converge(taken(8080), upRequest(two('[]', '["8080:80"]'))));
    expect([await live('meta'), await live('node-1')]).toEqual([[], ['127.0.0.1:8080:80']]);
  });

  it('are not taken for an ssh port', async () => {
    await bringUp(it_, withPorts('40001:80'));
    expect(valueOf(await it_.store.read())?.nodes['meta']?.sshPort).not.toBe(40_001);
  });
});
