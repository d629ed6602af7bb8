import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NodeRecord } from '../../src/core/state/document.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { killAt } from '../crash/kill-at.ts';
import { mountData } from './lab/mount-data.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { installPickyQemu } from './lab/picky-qemu.ts';
import { oneNode, twoNodes } from './lab/two-nodes.ts';

const data = 'vm_disks: [{ path: /data, size: 64MiB, persistent: true }]';
const two = twoNodes.replace('nodename: node-1', `nodename: node-1, ${data}`);
const moreCpus = two.replace(data, `${data}, vm_cpu: 2`);

withRealQemu(() => {
  let lab: Lab;

  beforeAll(async () => {
    lab = openLab({ manifest: oneNode });
    await works(['up']);
  });

  afterAll(async () => {
    await lab.close();
  });

  const works = async (words: readonly string[]): Promise<string> => {
    const ended = await lab.run(words, { timeoutMs: 300_000 });
    expect(ended.exit, ended.stderr).toBe(0);
    return ended.stdout;
  };
  const inGuest = (node: string, script: string) => works(['exec', node, '--', 'sudo', '-n', 'sh', '-c', script]);
  const recordOf = (node: string): NodeRecord => {
    const record = lab.document().nodes[node];
    if (record === undefined) throw new Error(`no record of ${node}`);
    return record;
  };
  const vmOf = (node: string) => lab.vms().find(({ name }) => name === node);
  /** What changes whenever a VM or its guest is disturbed; the uptime only has to grow. */
  const lifeOf = async (node: string) => ({
    vm: vmOf(node),
    uuid: recordOf(node).uuid,
    boot: await inGuest(node, 'cat /proc/sys/kernel/random/boot_id'),
  });
  const macsIn = (node: string) => inGuest(node, 'cat /sys/class/net/*/address | sort');
  const leftovers = () => [
    ...readdirSync(join(lab.home, 'nodes')).sort(),
    ...readdirSync(join(lab.home, 'disks')),
    ...readdirSync(join(lab.home, 'keys')).filter((name) => name.startsWith('host-')),
  ];

  test('a second node leaves the first undisturbed', async () => {
    const before = await lifeOf('meta');
    writeFileSync(lab.manifest, two);
    await works(['up']);
    expect(await lifeOf('meta')).toEqual(before);
  });

  test('recreate gives a new root, keeps the persistent disk with its file, and disturbs nobody else', async () => {
    await inGuest('node-1', `${mountData('data')}; echo precious > /data/file; sync; echo old > /root-mark; sync`);
    const [meta, old, macs] = [await lifeOf('meta'), recordOf('node-1'), await macsIn('node-1')];
    const disks = readdirSync(join(lab.home, 'disks'));
    await works(['recreate', 'node-1', '--yes']);
    expect(await works(['exec', 'meta', '--', 'ssh', '-n', '-o', 'BatchMode=yes', 'node-1', 'hostname'])).toBe(
      'node-1\n',
    );
    expect(await lifeOf('meta')).toEqual(meta);
    const now = recordOf('node-1');
    expect(await inGuest('node-1', `${mountData('data')}; cat /data/file; ls /root-mark 2>&1 || true`)).toMatch(
      /^precious\n.*No such file/u,
    );
    expect(now.uuid).not.toBe(old.uuid);
    expect(vmOf('node-1')?.uuid).toBe(now.uuid);
    expect(now).toMatchObject({ address: old.address, sshPort: old.sshPort, guest: { instanceId: now.uuid } });
    expect(hostKeyOf(now)).not.toBe(hostKeyOf(old));
    expect(await macsIn('node-1')).toBe(macs);
    expect(readdirSync(join(lab.home, 'disks'))).toEqual(disks);
    expect(leftovers().filter((name) => name.includes(old.uuid.slice(0, 8)))).toEqual([]);
  });

  test('a new QEMU that dies before it ran: the old VM is back by itself, with all that is its own', async () => {
    await inGuest('node-1', 'echo here > /root-mark; sync');
    const [meta, old, before] = [await lifeOf('meta'), recordOf('node-1'), leftovers()];
    const qemu = installPickyQemu(lab, [old.uuid]);
    const ended = await lab.run(['recreate', 'node-1', '--yes', '--json'], {
      env: { PATH: qemu.path },
      timeoutMs: 300_000,
    });
    expect(ended.exit).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({ reason: 'qemu_exited' });
    expect(recordOf('node-1').uuid).toBe(old.uuid);
    expect(vmOf('node-1')?.uuid).toBe(old.uuid);
    expect(await inGuest('node-1', `cat /root-mark; ${mountData('data')}; cat /data/file`)).toBe('here\nprecious\n');
    expect(leftovers()).toEqual(before);
    expect(lab.document()).toMatchObject({ replacements: {}, operation: null });
    expect(await lifeOf('meta')).toEqual(meta);
  });

  test.each([
    ['while the new life is made', 6],
    ['about when the old VM stops', 17],
    ['about when the new VM starts', 22],
  ])('killed %s, the next recreate goes on, and the disk is whole', async (_, commits) => {
    const old = recordOf('node-1').uuid;
    const killed = lab.start(['recreate', 'node-1', '--yes']);
    await killAt(killed, { state: join(lab.home, 'state'), commits, afterMs: 5 });
    await works(['recreate', 'node-1', '--yes']);
    expect(recordOf('node-1').uuid).not.toBe(old);
    expect(lab.document()).toMatchObject({ replacements: {}, retained: [], operation: null });
    expect(lab.vms().map(({ uuid }) => uuid)).toEqual(['meta', 'node-1'].map((node) => recordOf(node).uuid));
    expect(readdirSync(join(lab.home, 'nodes'))).toHaveLength(2);
    expect(await inGuest('node-1', `${mountData('data')}; cat /data/file`)).toBe('precious\n');
  });

  test('a changed size goes with it, and what was agreed says so', async () => {
    writeFileSync(lab.manifest, moreCpus);
    await works(['recreate', 'node-1', '--yes']);
    expect(await inGuest('node-1', 'nproc')).toBe('2\n');
    const plan = JSON.parse(await works(['plan', '--json'])) as {
      readonly nodes: readonly { readonly outcome: string }[];
    };
    expect(plan.nodes.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
  });

  test('without a yes and a terminal nothing happens', async () => {
    const before = { version: lab.document().version, vms: lab.vms() };
    const ended = await lab.run(['recreate', '--json']);
    expect(ended.exit).toBe(2);
    expect(JSON.parse(ended.stdout)).toMatchObject({ reason: 'confirmation_required' });
    expect({ version: lab.document().version, vms: lab.vms() }).toEqual(before);
  });

  const hostKeyOf = (record: NodeRecord): unknown =>
    record.parts.find((part) => part.kind === 'host_key')?.outputs['publicKey'];
});
