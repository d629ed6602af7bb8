import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StatusReport } from '../../src/core/report/status-report.ts';
import type { StateDocument } from '../../src/core/state/document.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { diskStanding } from './lab/disk-standing.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { expectSentinels, writeSentinels } from './lab/sentinels.ts';
import { writeDocument } from './lab/write-document.ts';

/** One node, and in a full run a protected one beside one that is not. */
const isFull = process.env['PADDOCK_TEST_FULL'] === '1';
const names = isFull ? ['meta', 'node-1'] : ['meta'];
const last = isFull ? 'node-1' : 'meta';
const manifest = `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta, vm_protect: true, vm_disks: [{ path: /data, size: 64MiB, persistent: true }] }
    ${isFull ? '10.10.10.11: { nodename: node-1 }' : ''}
`;
const marked = { node: 'meta', paths: ['/data'] };

interface Answer {
  readonly exit: number | null;
  readonly stderr: string;
  readonly answer: unknown;
}

withRealQemu(() => {
  let lab: Lab;
  let files: readonly (readonly [string, string])[];

  const run = async (line: string): Promise<Answer> => {
    const { exit, stdout, stderr } = await lab.run([...line.split(' '), '--json']);
    return { exit, stderr, answer: JSON.parse(stdout) as unknown };
  };
  const succeed = async (line: string): Promise<unknown> => {
    const { exit, stderr, answer } = await run(line);
    expect(exit, stderr).toBe(0);
    return answer;
  };
  const state = (): string => join(lab.home, 'state');
  const stateFiles = () =>
    readdirSync(state())
      .sort()
      .map((name) => [join(state(), name), readFileSync(join(state(), name), 'utf8')] as const);
  const damageNewest = (damage: (text: string) => string): void => {
    const [file, text] = stateFiles().at(-1) ?? ['', ''];
    writeFileSync(file, damage(text));
  };
  const damageAll = (text: string): void => {
    for (const [file] of stateFiles()) writeFileSync(file, text);
  };
  const status = async () => (await succeed('status')) as StatusReport;

  /** Nothing mutates, what is wrong is named, and the VMs are where they were and can be entered. */
  async function expectHarmless(named: string): Promise<void> {
    const [vms, disks, before] = [lab.vms(), diskStanding(lab), stateFiles()];
    for (const line of ['up', 'destroy --yes', `recreate ${last} --yes`, 'start']) {
      const refused = await run(line);
      expect([refused.exit, line], refused.stderr).toEqual([7, line]);
      expect(refused.answer).toMatchObject({ error: 'integrity', left: 'nothing' });
      expect(refused.stderr, line).toContain(named);
    }
    const { nodes } = await status();
    expect(nodes.map(({ name, observed }) => [name, observed])).toEqual(names.map((name) => [name, 'running']));
    await expectEntered();
    expect((await run('recover --adopt --dry-run')).exit).toBe(0);
    const unasked = await run('recover --adopt');
    expect(unasked).toMatchObject({ exit: 2, answer: { reason: 'confirmation_required' } });
    expect(unasked.stderr).toContain('changes nothing but the record');
    expect([lab.vms(), [...diskStanding(lab).keys()], stateFiles()]).toEqual([vms, [...disks.keys()], before]);
  }

  async function expectEntered(): Promise<void> {
    expect(await lab.run(['exec', last, '--', 'hostname'])).toMatchObject({ exit: 0, stdout: `${last}\n` });
  }

  /** The record is back, with all that its nodes had agreed to, and `up` has nothing left to do. */
  async function expectBack(before: StateDocument): Promise<void> {
    const vms = lab.vms();
    await succeed('recover --adopt --yes');
    const { deployment, nodes } = lab.document();
    expect(deployment?.applied).toEqual(before.deployment?.applied);
    expect(deployment?.id).toBe(before.deployment?.id);
    // In a lab of one nobody has used the key, so there is none to be found.
    if (isFull) expect(deployment?.controlKey).toBe(before.deployment?.controlKey);
    expect(nodes['meta']).toMatchObject({ uuid: before.nodes['meta']?.uuid, process: before.nodes['meta']?.process });
    expect(await run('destroy meta --yes')).toMatchObject({ exit: 4, answer: { reason: 'node_protected' } });
    await succeed('up');
    expect(lab.vms()).toEqual(vms);
    await expectSentinels(lab, marked);
  }

  beforeAll(async () => {
    lab = openLab({ manifest });
    await succeed('up');
    await writeSentinels(lab, marked);
  });

  afterAll(async () => {
    await lab.close();
  });

  const damages: [string, (text: string) => string][] = [
    ['half of it', (text) => text.slice(0, text.length / 2)],
    ['0 bytes', () => ''],
  ];
  test.each(isFull ? damages : damages.slice(0, 1))(
    'the newest document of %s: named and left, and the lab comes back',
    async (_, damage) => {
      const before = lab.document();
      damageNewest(damage);
      await expectHarmless(stateFiles().at(-1)?.[0] ?? '');
      await expectBack(before);
    },
  );

  test('every document is {}, and one VM has even lost its folder', async () => {
    const before = lab.document();
    damageAll('{}');
    await expectHarmless(stateFiles().at(-1)?.[0] ?? '');
    const folder = join(lab.home, before.nodes[last]?.folder ?? '');
    renameSync(folder, join(lab.folder, 'away'));
    for (const [file] of stateFiles()) rmSync(file);
    const pid = lab.vms().find(({ name }) => name === last)?.pid;
    expect((await status()).unregistered).toMatchObject([
      ...names.slice(0, -1).map((name) => ({ made: { name } })),
      { folder: null, made: { name: last, uuid: before.nodes[last]?.uuid }, pids: [pid] },
    ]);
    for (const line of ['up', 'destroy --yes', 'purge --yes']) {
      expect(await run(line)).toMatchObject({ exit: 7, answer: { reason: 'unregistered_nodes' } });
    }
    renameSync(join(lab.folder, 'away'), folder);
    await expectBack(before);
  });

  test.runIf(isFull)(
    "another deployment's document: named, and what is here can be stopped and comes back",
    async () => {
      const before = lab.document();
      const others = [before.deployment?.id, ...Object.values(before.nodes).map(({ uuid }) => uuid)];
      writeDocument(lab, (document) => {
        const text = others.reduce(
          (all, uuid, index) => all.replaceAll((uuid ?? '').slice(0, 8), `eeeeeee${String(index)}`),
          JSON.stringify(document),
        );
        return JSON.parse(text) as StateDocument;
      });
      await expectHarmless(`nodes/${before.nodes['meta']?.folder.slice('nodes/'.length) ?? ''}`);
      const untouched = stateFiles();
      expect(await succeed('stop node-1')).toMatchObject({ nodes: [{ name: 'node-1', state: 'stopped' }] });
      expect([lab.vms().map(({ name }) => name), stateFiles()]).toEqual([['meta'], untouched]);
      await succeed('recover --adopt --yes');
      await succeed('up');
      expect(lab.document().deployment?.id).toBe(before.deployment?.id);
      await expectSentinels(lab, marked);
    },
  );

  test('a document of a newer program: only that program may write on it, and the VMs can be entered and stopped', async () => {
    files = stateFiles();
    damageNewest((text) =>
      text.replace(/"schema":\d+/u, '"schema":999').replace(/"writtenBy":"[^"]*"/u, '"writtenBy":"9.9.9"'),
    );
    const before = stateFiles();
    for (const line of ['up', 'destroy --yes', 'recover --adopt --yes']) {
      const refused = await run(line);
      expect(refused).toMatchObject({ exit: 7, answer: { reason: 'state_newer_schema' } });
      expect(refused.stderr).toContain('9.9.9');
    }
    await expectEntered();
    await succeed(`stop ${last}`);
    expect([lab.vms().map(({ name }) => name), stateFiles()]).toEqual([names.slice(0, -1), before]);
    for (const [file, text] of files) writeFileSync(file, text);
    await succeed('up');
    await expectSentinels(lab, marked);
  });
});
