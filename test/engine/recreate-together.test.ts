import { describe, expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import type { StateDocument } from '../../src/core/state/document.ts';
import { converge } from '../../src/engine/converge.ts';
import { destroy } from '../../src/engine/destroy.ts';
import { bringUp, type Lab, lab, reasonsOf, stateRequest, upRequest, valueOf } from './lab.ts';

const nodes = (addresses: readonly [string, string], more = ''): string => `
all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: []${more} }
  hosts:
    ${addresses[0]}: { nodename: node-1 }
    ${addresses[1]}: { nodename: node-2 }
`;
const before = nodes(['10.10.10.11', '10.10.10.12']);
const swapped = nodes(['10.10.10.12', '10.10.10.11']);
const otherUser = nodes(['10.20.20.11', '10.20.20.12'], ', node_admin_username: admin');

function recreate(it: Lab, text: string) {
  return converge(it.ports, upRequest(text, { command: 'recreate' }));
}

function last(it: Lab): StateDocument {
  const document = it.store.history.at(-1);
  if (document === undefined) throw new Error('nothing was committed');
  return document;
}

const addressesOf = (it: Lab) => Object.values(last(it).nodes).map(({ name, address }) => `${name} ${address}`);

function failNext(it: Lab, effect: string): void {
  it.host.failing.set(effect, [failure('disk_full', { path: '/home', mountPoint: '/' })]);
}

describe('nodes that exchange addresses', () => {
  test('all stop before any starts', async () => {
    const it = lab();
    await bringUp(it, before);
    it.host.effects.length = 0;
    expect(valueOf(await recreate(it, swapped)).status).toBe('complete');
    const power = it.host.effects
      .filter((effect) => /^(?:stop|launch) /u.test(effect))
      .map((effect) => effect.split(' ')[0]);
    expect(power).toEqual(['stop', 'stop', 'launch', 'launch']);
    expect(addressesOf(it)).toEqual(['node-1 10.10.10.12', 'node-2 10.10.10.11']);
  });

  test('when one cannot be stopped, none goes on, and both are back', async () => {
    const it = lab();
    await bringUp(it, before);
    failNext(it, 'stop node-2');
    const report = valueOf(await recreate(it, swapped));
    expect(report.status).toBe('error');
    expect(addressesOf(it)).toEqual(['node-1 10.10.10.11', 'node-2 10.10.10.12']);
    expect([...it.host.vms.values()].map(({ state }) => state)).toEqual(['running', 'running']);
    expect(last(it).replacements).toEqual({});
    expect(valueOf(await recreate(it, swapped)).status).toBe('complete');
  });

  test('an old VM whose address the other has by now stays stopped, and the next recreate finishes', async () => {
    const it = lab();
    await bringUp(it, before);
    failNext(it, 'launch node-2');
    expect(valueOf(await recreate(it, swapped)).status).toBe('partial');
    expect(addressesOf(it)).toEqual(['node-1 10.10.10.12', 'node-2 10.10.10.12']);
    expect(it.host.vms.size).toBe(1);
    expect(valueOf(await recreate(it, swapped)).status).toBe('complete');
    expect(addressesOf(it)).toEqual(['node-1 10.10.10.12', 'node-2 10.10.10.11']);
  });
});

describe('recreate of the whole deployment', () => {
  test('gives every node the new envelope, and the deployment with them', async () => {
    const it = lab();
    await bringUp(it, before);
    expect(reasonsOf(await converge(it.ports, upRequest(otherUser)))).toEqual(['envelope_changed']);
    expect(valueOf(await recreate(it, otherUser)).status).toBe('complete');
    expect(last(it).deployment?.envelope).toMatchObject({ user: 'admin', subnet: '10.20.20.0/24' });
    expect(Object.values(last(it).nodes).map(({ madeFor }) => madeFor.envelope.user)).toEqual(['admin', 'admin']);
    expect(valueOf(await converge(it.ports, upRequest(otherUser))).operationId).toBeNull();
  });

  test('tells a node that did not follow from those that did, reaches each as its own user, and is finished by another', async () => {
    const it = lab();
    await bringUp(it, before);
    failNext(it, 'launch node-2');
    const report = valueOf(await recreate(it, otherUser));
    expect(report).toMatchObject({
      status: 'partial',
      nodes: [
        { name: 'node-1', action: 'recreated', ssh: { user: 'admin' } },
        { name: 'node-2', action: 'failed', state: 'running', ssh: { user: 'dba' } },
      ],
    });
    expect(last(it).deployment?.envelope.user).toBe('dba');
    const up = await converge(it.ports, upRequest(otherUser));
    expect(up.ok ? [] : up.failures).toMatchObject([{ reason: 'envelope_changed', nodes: ['node-2'] }]);
    expect(valueOf(await recreate(it, otherUser)).status).toBe('complete');
    expect(last(it).deployment?.envelope.user).toBe('admin');
  });

  test('creates what is missing', async () => {
    const it = lab();
    await bringUp(it, before.replace(/ *10\.10\.10\.12.*\n/u, ''));
    expect(valueOf(await recreate(it, before)).nodes.map(({ action }) => action)).toEqual(['recreated', 'created']);
  });
});

describe('up --rollback', () => {
  const up = (it: Lab) => converge(it.ports, upRequest(before, { onFailure: 'undo' }));

  test('removes what was made for a node that could not be started, and nothing of the others', async () => {
    const it = lab();
    failNext(it, 'launch node-2');
    expect(valueOf(await up(it)).status).toBe('partial');
    expect(last(it).nodes).toMatchObject({ 'node-1': { life: 'committed' }, 'node-2': { life: 'destroyed' } });
    expect([...it.host.files.keys()].filter((file) => file.includes('node-2'))).toEqual([]);
    expect(it.host.vms.size).toBe(1);
    expect(valueOf(await up(it)).status).toBe('complete');
  });

  test('keeps a disk that was there before', async () => {
    const it = lab();
    const disk = 'vm_disks: [{ path: /data, size: 1GiB, persistent: true }]';
    const text = before.replace('nodename: node-2', `nodename: node-2, ${disk}`);
    await bringUp(it, text);
    const file = [...it.host.files.keys()].find((name) => name.includes('/disks/')) ?? '';
    valueOf(await destroy(it.ports, stateRequest({ scope: ['node-2'] })));
    failNext(it, 'launch node-2');
    valueOf(await converge(it.ports, upRequest(text, { onFailure: 'undo' })));
    expect(last(it).retained.map(({ path }) => path)).toEqual(['/data']);
    expect(it.host.files.has(file)).toBe(true);
  });

  test('without it what was begun stays, and the next up goes on with it', async () => {
    const it = lab();
    failNext(it, 'launch node-2');
    valueOf(await converge(it.ports, upRequest(before)));
    expect(last(it).nodes['node-2']?.life).toBe('creating');
  });
});
