import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type Lab, openLab } from './lab/open-lab.ts';

const base = `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 2GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta }
    10.10.10.11: { nodename: node-1 }
`;
const larger = base.replace('nodename: node-1', 'nodename: node-1, vm_cpu: 2');
const smallerDisk = larger.replace('nodename: node-1', 'nodename: node-1, vm_disk: 1GiB');
const otherUser = smallerDisk.replace('vars: {', 'vars: { node_admin_username: ops,');
const without = otherUser.replace(/ {4}10.10.10.11:.*\n/u, '');

interface Refused {
  readonly error: string;
  readonly reason: string;
  readonly next: readonly string[];
  readonly left: string;
}

withRealQemu(() => {
  let lab: Lab;

  beforeAll(async () => {
    lab = openLab({ manifest: base });
    const ended = await lab.run(['up'], { timeoutMs: 300_000 });
    expect(ended.exit, ended.stderr).toBe(0);
  });

  afterAll(async () => {
    await lab.close();
  });

  // Each goes on from where the one before has led.
  test.each([
    ['a larger node', larger, 'resize_required', ['resize', 'node-1']],
    ['a smaller disk', smallerDisk, 'recreate_required', ['recreate', 'node-1']],
    ['another login user', otherUser, 'envelope_changed', ['recreate']],
    ['a node less', without, 'nodes_removed', ['destroy', 'node-1']],
  ])(
    '%s: up refuses and changes nothing, and the command that it names settles it',
    async (_, manifest, reason, words) => {
      writeFileSync(lab.manifest, manifest);
      const before = { vms: lab.vms(), version: lab.document().version };
      const ended = await lab.run(['up', '--json']);
      expect(ended.exit).toBe(4);
      const refused = JSON.parse(ended.stdout) as Refused;
      expect(refused).toMatchObject({ error: 'conflict', reason, left: 'nothing' });
      expect(refused.next.map((line) => line.split(' '))).toContainEqual(['paddock', ...words]);
      expect({ vms: lab.vms(), version: lab.document().version }).toEqual(before);
      const asks = words[0] === 'resize' ? [] : ['--yes'];
      const resolving = await lab.run([...words, ...asks], { timeoutMs: 300_000 });
      expect(resolving.exit, resolving.stderr).toBe(0);
      const up = await lab.run(['up'], { timeoutMs: 300_000 });
      expect(up.exit, up.stderr).toBe(0);
      const plan = await lab.run(['plan', '--exit-code']);
      expect(plan.exit, plan.stdout).toBe(0);
    },
  );
});
