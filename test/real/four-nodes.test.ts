import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type Lab, openLab } from './lab/open-lab.ts';

const head = `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts:
`;
const meta = '    10.10.10.10: { nodename: meta }\n';
const peers = `    10.10.10.11: { nodename: node-1 }
    10.10.10.12: { nodename: node-2, vm_alias: [store], vm_disks: [{ path: /data, size: 1GiB, persistent: true }] }
    10.10.10.13: { nodename: node-3 }
`;
const peerNames = ['node-1', 'node-2', 'node-3'];

withRealQemu(() => {
  let lab: Lab;

  beforeAll(async () => {
    lab = openLab({ manifest: `${head}${meta}` });
    await works(['up']);
  });

  afterAll(async () => {
    await lab.close();
  });

  const works = async (words: readonly string[]): Promise<string> => {
    const ended = await lab.run(words, { timeoutMs: 300_000 });
    expect(ended.exit, ended.stderr).toBe(0);
    return ended.stdout.trim();
  };
  const inGuest = (node: string, script: string) => lab.run(['exec', node, '--', 'sh', '-c', script]);
  const uptimeOf = async (node: string) =>
    Number((await works(['exec', node, '--', 'cat', '/proc/uptime'])).split(' ')[0]);
  /** What changes whenever a VM or its guest is disturbed. */
  const lifeOf = async (node: string) => ({
    vm: lab.vms().find(({ name }) => name === node),
    boot: await works(['exec', node, '--', 'cat', '/proc/sys/kernel/random/boot_id']),
  });
  const livesOf = async (names: readonly string[]) => Promise.all(names.map(lifeOf));

  test('one node goes on undisturbed while three more come', async () => {
    const [before, uptime] = [await lifeOf('meta'), await uptimeOf('meta')];
    writeFileSync(lab.manifest, `${head}${meta}${peers}`);
    await works(['up']);
    expect(await lifeOf('meta')).toEqual(before);
    expect(await uptimeOf('meta')).toBeGreaterThan(uptime);
    expect(lab.vms()).toHaveLength(4);
  });

  test('recreating one of them disturbs no other, and its persistent disk comes back with its file', async () => {
    const others = ['meta', 'node-1', 'node-3'];
    await works(['exec', 'node-2', '--', 'sudo', 'sh', '-c', 'echo precious > /data/file; touch /old-root; sync']);
    const before = await livesOf(others);
    await works(['recreate', 'node-2', '--yes']);
    expect(await livesOf(others)).toEqual(before);
    expect(await works(['exec', 'node-2', '--', 'cat', '/data/file'])).toBe('precious');
    expect((await inGuest('node-2', 'ls /old-root')).exit).not.toBe(0);
  });

  test('the control node knows it by name and alias right away, and nothing is left to be told', async () => {
    for (const name of ['node-2', 'store']) {
      expect((await inGuest('meta', `ssh -n -o BatchMode=yes ${name} hostname`)).stdout).toBe('node-2\n');
    }
    await works(['plan', '--exit-code']);
  });

  test('the control node goes: the next one gets ssh to its peers, and the old key opens none of them', async () => {
    const key = await works(['exec', 'meta', '--', 'cat', '.ssh/paddock_control']);
    await lab.run(['exec', 'node-3', '--', 'sh', '-c', 'umask 077; cat > old'], { stdin: `${key}\n` });
    const old = (peer: string) =>
      inGuest('node-3', `ssh -n -F none -o BatchMode=yes -o StrictHostKeyChecking=no -i ~/old ${peer} hostname`);
    expect((await old('node-2')).stdout).toBe('node-2\n');
    const [before, uuids] = [await livesOf(peerNames), lab.vms().map(({ uuid }) => uuid)];
    await works(['destroy', 'meta', '--yes']);
    expect(lab.document().deployment?.control).toBe('node-1');
    writeFileSync(lab.manifest, `${head}${peers}`);
    await works(['up']);
    for (const [name, peer] of Object.entries({ 'node-2': 'node-2', store: 'node-2', 'node-3': 'node-3' })) {
      expect((await inGuest('node-1', `ssh -n -o BatchMode=yes ${name} hostname`)).stdout).toBe(`${peer}\n`);
    }
    for (const peer of ['node-1', 'node-2']) expect((await old(peer)).exit).toBe(255);
    expect(await livesOf(peerNames)).toEqual(before);
    expect(uuids).toEqual(expect.arrayContaining(lab.vms().map(({ uuid }) => uuid)));
  });

  test('a script runs in three of them, and one that fails leaves the others and their outputs alone', async () => {
    writeFileSync(
      `${lab.folder}/split.sh`,
      '#!/bin/sh\necho "out $(hostname)"; echo "err $(hostname)" >&2; [ "$(hostname)" != node-2 ] || exit 3\n',
    );
    const ended = await lab.run(['provision', '--script', 'split.sh', ...peerNames, '--json']);
    expect(ended.exit).toBe(5);
    const exits = { 'node-1': 0, 'node-2': 3, 'node-3': 0 };
    expect(JSON.parse(ended.stdout)).toMatchObject({
      status: 'partial',
      nodes: Object.entries(exits).map(([name, exitStatus]) => ({
        ...{ name, exitStatus, stdout: `out ${name}\n`, stderr: `err ${name}\n` },
      })),
    });
    const shown = await lab.run(['provision', '--script', 'split.sh', ...peerNames]);
    expect(shown.exit).toBe(5);
    const lines = shown.stdout.split('\n').filter((line) => line.includes('out'));
    expect(lines.toSorted()).toEqual(peerNames.map((name) => `${name} | out ${name}`));
  });
});
