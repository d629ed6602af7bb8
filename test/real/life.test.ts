import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { destructionDocumentSchema } from '../../src/core/plan/destruction-document-schema.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { diskStanding } from './lab/disk-standing.ts';
import { inTerminal } from './lab/in-terminal.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { expectSentinels, writeSentinels } from './lab/sentinels.ts';

const manifest = `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta }
    10.10.10.11: { nodename: node-1, vm_disks: [{ path: /data, size: 64MiB, persistent: true }] }
`;
const withoutNode1 = manifest.replace(/ *10\.10\.10\.11.*\n/u, '');
const marked = { node: 'node-1', paths: ['/data'] };

interface Answer {
  readonly reason?: string;
  readonly message?: string;
  readonly planHash?: string;
  readonly next?: readonly string[];
  readonly retained?: readonly { readonly node: string; readonly path: string }[];
  readonly nodes?: readonly { readonly name: string; readonly settled?: boolean }[];
}

withRealQemu(() => {
  let lab: Lab;

  const run = async (line: string): Promise<{ readonly exit: number | null; readonly answer: Answer }> => {
    const ended = await lab.run([...line.replace(/^paddock /u, '').split(' '), '--json']);
    return { exit: ended.exit, answer: JSON.parse(ended.stdout) as Answer };
  };
  const write = (text: string): void => {
    writeFileSync(lab.manifest, text);
  };
  const vmOf = (name: string) => lab.vms().find((vm) => vm.name === name);
  const bootIdOf = async (name: string): Promise<string> => {
    const ended = await lab.run(['exec', name, '--', 'cat', '/proc/sys/kernel/random/boot_id']);
    expect(ended.exit, ended.stderr).toBe(0);
    return ended.stdout.trim();
  };

  beforeAll(async () => {
    lab = openLab({ manifest });
    const up = await lab.run(['up']);
    expect(up.exit, up.stderr).toBe(0);
    await writeSentinels(lab, marked);
  });

  afterAll(async () => {
    await lab.close();
  });

  test.each(['restart node-1', 'reload node-1'])(
    '%s: the same VM with the same disks, anew; its peer goes on',
    async (line) => {
      const before = { meta: vmOf('meta'), boot: await bootIdOf('meta'), disks: [...diskStanding(lab).keys()] };
      const [vm, boot] = [vmOf('node-1'), await bootIdOf('node-1')];
      expect((await run(line)).exit).toBe(0);
      expect(vmOf('node-1')).toMatchObject({ uuid: vm?.uuid });
      expect(vmOf('node-1')?.pid).not.toBe(vm?.pid);
      expect(await bootIdOf('node-1')).not.toBe(boot);
      await expectSentinels(lab, marked);
      const after = { meta: vmOf('meta'), boot: await bootIdOf('meta'), disks: [...diskStanding(lab).keys()] };
      expect(after).toEqual(before);
    },
  );

  test('a reviewed plan holds for what was reviewed', async () => {
    const { planHash = '' } = (await run('plan')).answer;
    write(manifest.replace('nodename: node-1', 'nodename: node-1, vm_alias: [db]'));
    const refused = await run(`up --expect-plan ${planHash}`);
    expect(refused).toMatchObject({ exit: 4, answer: { reason: 'plan_changed', nodes: ['node-1'] } });
    expect(refused.answer.message).toContain('node-1 (now unchanged, vm_alias none → db)');
    write(manifest);
    expect((await run(`up --expect-plan ${planHash}`)).exit).toBe(0);
  });

  test('a mistyped confirmation says what was typed, and that nothing changed', async () => {
    const before = { version: lab.document().version, vms: lab.vms() };
    const terminal = inTerminal(lab, 'paddock destroy node-1');
    await terminal.shows(/Type node-1 to confirm/u);
    expect(terminal.screen()).toMatch(/deletes root disk, 1GiB, last written 2\d{3}-\d\d-\d\d \d\d:\d\d UTC/u);
    expect(terminal.screen()).toMatch(/keeps {3}disk \/data, 64MiB, last written /u);
    expect(terminal.screen()).toContain('keeps   node meta');
    terminal.type('yes\n');
    expect(await terminal.ended).toBe(130);
    expect(terminal.screen()).toContain('"yes" was typed, not node-1; nothing was changed');
    expect({ version: lab.document().version, vms: lab.vms() }).toEqual(before);
  });

  test('a protected node survives, also when the manifest does not name it', async () => {
    write(manifest.replace('nodename: meta', 'nodename: meta, vm_protect: true'));
    expect((await run('up')).exit).toBe(0);
    const before = lab.vms();
    write(`all:\n  vars: { vm_image: local-mini }\n  hosts:\n    10.10.10.11: { nodename: node-1 }\n`);
    for (const line of [
      'destroy --yes',
      'destroy meta --yes',
      'purge --yes',
      'recreate --yes',
      'recreate meta --yes',
    ]) {
      expect((await run(line)).exit, line).toBe(4);
    }
    expect(lab.vms()).toEqual(before);
    write(manifest);
    expect((await run('up')).exit).toBe(0);
  });

  test('what up refuses, its advice resolves: a node less, and its kept disk comes back with the node', async () => {
    write(withoutNode1);
    const refused = await run('up');
    expect(refused).toMatchObject({ exit: 4, answer: { reason: 'nodes_removed', next: ['paddock destroy node-1'] } });
    const dryRun = await run('destroy node-1 --dry-run');
    expect(destructionDocumentSchema.safeParse(dryRun.answer).success).toBe(true);
    const changed = await run(`destroy --yes --expect-plan ${dryRun.answer.planHash ?? ''}`);
    expect(changed).toMatchObject({ exit: 4, answer: { reason: 'plan_changed', nodes: ['meta'] } });
    const first = lab.document().nodes['node-1']?.uuid;
    expect((await run(`destroy node-1 --yes --expect-plan ${dryRun.answer.planHash ?? ''}`)).exit).toBe(0);
    expect((await run('status')).answer.retained).toMatchObject([{ node: 'node-1', path: '/data' }]);
    expect((await run('up')).exit).toBe(0);
    write(manifest);
    const up = await run('up');
    expect(up.exit, up.answer.message).toBe(0);
    expect(lab.document().nodes['node-1']?.uuid).not.toBe(first);
    expect((await run('status')).answer.retained).toEqual([]);
    await expectSentinels(lab, { ...marked, root: 'new' });
  });
});
