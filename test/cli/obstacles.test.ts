import { describe, expect, test } from 'vitest';
import { type Answer, modelCli, type ModelCli } from './model-cli.ts';

const kept = '{ path: /data, size: 2GiB, persistent: true }';
const alone = `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 2GiB, vm_disks: [] }
  hosts:
    10.10.10.11: { nodename: node-1, vm_disks: [${kept}] }
`;
const withPeer = `${alone}    10.10.10.12: { nodename: node-2 }\n`;
const smaller = kept.replace('2GiB', '1GiB');
const misfits = [
  ['smaller', smaller, 'size: 2GiB keeps it'],
  ['of another file system', kept.replace('persistent', 'fs: xfs, persistent'), 'fs: auto keeps it'],
] as const;

interface PlannedNode {
  readonly name: string;
  readonly next: string | null;
  readonly settled: boolean;
  readonly obstacles: readonly { readonly reason: string; readonly message: string }[];
}

interface PlanAnswer extends Answer {
  readonly nodes: readonly PlannedNode[];
  readonly blocked: readonly {
    readonly reason: string;
    readonly nodes: readonly string[];
    readonly message: string;
    readonly next: readonly string[];
  }[];
}

async function labOf(manifest: string): Promise<ModelCli> {
  const cli = modelCli();
  cli.manifests.set('paddock.yml', manifest);
  expect((await cli.run('up')).exit).toBe(0);
  return cli;
}

function edit(cli: ModelCli, from: string, to: string): void {
  const text = cli.manifests.get('paddock.yml') ?? '';
  expect(text).toContain(from);
  cli.manifests.set('paddock.yml', text.replace(from, to));
}

async function plan(cli: ModelCli): Promise<PlanAnswer> {
  return (await cli.run('plan')).answer as PlanAnswer;
}

async function works(cli: ModelCli, line: string): Promise<void> {
  expect(await cli.run(line), line).toMatchObject({ exit: 0 });
}

const effects = (cli: ModelCli) => cli.host.effects.length;
const reasons = (answer: Answer) => answer.failures?.map(({ reason }) => reason);
const retained = (cli: ModelCli) => cli.document()?.retained.map(({ path }) => path);

describe('a kept disk that does not fit the manifest', () => {
  test.each(misfits)('%s: the plan says that recreate is refused and what keeps the disk', async (_, disk, keeps) => {
    const cli = await labOf(withPeer);
    edit(cli, kept, disk);
    const planned = await plan(cli);
    expect(planned.nodes[0]).toMatchObject({ next: null, obstacles: [{ reason: 'retained_incompatible' }] });
    expect(planned.blocked.map(({ reason, next }) => [reason, next])).toEqual([
      ['recreate_required', []],
      ['retained_incompatible', []],
    ]);
    expect(planned.blocked[0]?.message).toMatch(
      /^node-1 \(vm_disks\[\/data\]\.(size|fs)\): differs in what only recreate settles, and that is refused for node-1 too$/u,
    );
    expect(planned.blocked[1]?.message).toContain(
      `${keeps}, another path makes a new disk beside it, and only destroy`,
    );
    const before = effects(cli);
    for (const [line, expected] of [
      ['up', ['recreate_required', 'retained_incompatible']],
      ['reload node-1', ['recreate_required', 'retained_incompatible']],
      ['resize --all', ['recreate_required', 'retained_incompatible']],
      ['recreate node-1 --yes', ['retained_incompatible']],
    ] as const) {
      const refused = await cli.run(line);
      expect([refused.exit, reasons(refused.answer), refused.answer.next]).toEqual([4, expected, []]);
    }
    expect(effects(cli)).toBe(before);
  });

  test('the size that it has settles the node', async () => {
    const cli = await labOf(withPeer);
    edit(cli, kept, smaller);
    edit(cli, smaller, kept);
    expect((await plan(cli)).nodes.every(({ settled }) => settled)).toBe(true);
  });

  test('another path makes a new disk, and the old one is kept', async () => {
    const cli = await labOf(withPeer);
    edit(cli, kept, smaller.replace('/data', '/other'));
    expect((await plan(cli)).nodes[0]).toMatchObject({ next: 'paddock recreate node-1', obstacles: [] });
    await works(cli, 'recreate node-1 --yes');
    expect(retained(cli)).toEqual(['/data']);
  });

  test('where nothing else would go, the command that deletes it is told behind the edit, is no advice, and leads to the manifest', async () => {
    const cli = await labOf(alone);
    edit(cli, kept, smaller);
    const refused = await cli.run('recreate node-1 --yes');
    expect(refused.answer).toMatchObject({ next: [] });
    expect(refused.answer.failures?.map(({ message }) => message).join()).toMatch(
      /size: \S+ keeps it, .*, and destroy --delete-persistent deletes it with its node$/,
    );
    expect((await cli.run('up')).answer.next).toEqual(refused.answer.next);
    await works(cli, 'destroy --delete-persistent --yes');
    await works(cli, 'up');
    expect((await plan(cli)).nodes.every(({ settled }) => settled)).toBe(true);
  });

  test('beside other nodes, the command that ends every one of them deletes it too', async () => {
    const cli = await labOf(withPeer);
    edit(cli, kept, smaller);
    const refused = await cli.run('up');
    expect(refused.answer.failures?.map(({ message }) => message).join()).toContain(
      'only destroy --delete-persistent, which ends every node, deletes it',
    );
    await works(cli, 'destroy --delete-persistent --yes');
    await works(cli, 'up');
    expect((await plan(cli)).nodes.every(({ settled }) => settled)).toBe(true);
  });

  test('it outlived its node: the plan says that up is refused, and the same edits help', async () => {
    const cli = await labOf(withPeer);
    await works(cli, 'destroy node-1 --yes');
    edit(cli, kept, smaller);
    const planned = await plan(cli);
    expect(planned.nodes[0]).toMatchObject({ next: null, obstacles: [{ reason: 'retained_incompatible' }] });
    expect(planned.blocked).toMatchObject([{ reason: 'retained_incompatible', nodes: ['node-1'], next: [] }]);
    expect(reasons((await cli.run('up')).answer)).toEqual(['retained_incompatible']);
    expect(reasons((await cli.run('reload node-1')).answer)).toEqual(['not_created', 'retained_incompatible']);
    edit(cli, smaller, smaller.replace('/data', '/other'));
    await works(cli, 'up');
    expect(retained(cli)).toEqual(['/data']);
  });

  test('it outlived the deployment: deleting it is told and no advice, and up follows', async () => {
    const cli = await labOf(alone);
    await works(cli, 'destroy node-1 --yes');
    edit(cli, kept, smaller);
    const refused = await cli.run('up');
    expect(refused.answer).toMatchObject({
      reason: 'retained_incompatible',
      next: [],
    });
    await works(cli, 'destroy --delete-persistent --yes');
    await works(cli, 'up');
  });

  test('asked larger by a new node it is taken over and grown before the guest starts', async () => {
    const cli = await labOf(withPeer);
    await works(cli, 'destroy node-1 --yes');
    edit(cli, kept, kept.replace('2GiB', '3GiB'));
    const before = effects(cli);
    await works(cli, 'up');
    const verbs = cli.host.effects.slice(before).map((effect) => effect.split(' ')[0]);
    expect(verbs.indexOf('grow')).toBeGreaterThan(0);
    expect(verbs.indexOf('grow')).toBeLessThan(verbs.indexOf('launch'));
    const disk = cli.document()?.nodes['node-1']?.parts.find(({ kind }) => kind === 'data_disk');
    expect(disk?.outputs).toMatchObject({ reattached: true, virtualSizeBytes: 3 * 2 ** 30, growthDue: false });
  });
});

describe('a protected node', () => {
  const lab = withPeer.replace('nodename: node-1', 'nodename: node-1, vm_protect: true');

  test('that would have to be recreated: the plan says so, and advises a command once it is unprotected', async () => {
    const cli = await labOf(lab);
    edit(cli, 'vm_protect: true', 'vm_protect: true, vm_image: local-other');
    expect((await plan(cli)).nodes[0]).toMatchObject({ next: null, obstacles: [{ reason: 'node_protected' }] });
    const refused = await cli.run('up');
    expect(reasons(refused.answer)).toEqual(['recreate_required', 'node_protected']);
    expect(refused.answer.next).toEqual([]);
    edit(cli, 'vm_protect: true', 'vm_protect: false');
    for (const line of (await cli.run('up')).answer.next ?? []) await works(cli, `${line} --yes`);
    expect((await plan(cli)).nodes.every(({ settled }) => settled)).toBe(true);
  });

  test('that hinders the whole: no node is told to recreate it', async () => {
    const cli = await labOf(lab);
    edit(cli, 'vars: {', 'vars: { node_admin_username: ops,');
    expect((await plan(cli)).nodes.map(({ next }) => next)).toEqual([null, null]);
    const refused = await cli.run('up node-2');
    expect(refused.answer).toMatchObject({ reason: 'envelope_changed', next: ['paddock plan'] });
    expect(refused.answer.message).toContain('node-1 cannot be as it is');
    edit(cli, 'vm_protect: true', 'vm_protect: false');
    await works(cli, 'recreate --yes');
  });

  test.each(['destroy node-1', 'destroy', 'purge'])(
    '%s: no command is advised before the manifest is edited',
    async (line) => {
      const cli = await labOf(lab);
      const refused = await cli.run(`${line} --yes`);
      expect(refused).toMatchObject({ exit: 4, answer: { reason: 'node_protected', next: [] } });
      edit(cli, 'vm_protect: true', 'vm_protect: false');
      await works(cli, 'up');
      await works(cli, `${line} --yes`);
    },
  );

  const gone = lab.replace(/ *10\.10\.10\.1\d: \{ nodename: node-1.*\n/u, '');

  test.each(['up', 'recreate node-1 --yes', 'recreate --yes', 'resize --all', 'reload'])(
    '%s when the manifest does not name it: no command is advised, and to put it back without the protection helps',
    async (line) => {
      const cli = await labOf(lab);
      expect(gone).not.toBe(lab);
      cli.manifests.set('paddock.yml', gone);
      const refused = await cli.run(line);
      expect([refused.exit, reasons(refused.answer), refused.answer.next]).toEqual([
        4,
        ['nodes_removed', 'node_protected'],
        [],
      ]);
      const words = refused.answer.failures?.map(({ message }) => message) ?? [];
      expect(words[0]).toMatch(/put back or destroy, and destroy is refused for node-1 too$/u);
      expect(words[1]).toMatch(
        /vm_protect: false in the manifest, with the node put back into it where it is absent, and then up allow it$/u,
      );
      expect((await cli.run('destroy node-1 --yes')).answer).toMatchObject({ reason: 'node_protected', next: [] });
      cli.manifests.set('paddock.yml', lab.replace('vm_protect: true', 'vm_protect: false'));
      await works(cli, 'up');
      await works(cli, 'destroy node-1 --yes');
    },
  );
});

test('protected nodes and a change of what all share: the plan names what is to be edited, and never sends to itself', async () => {
  const cli = await labOf(withPeer.replace('vm_disks: []', 'vm_disks: [], vm_protect: true'));
  edit(cli, 'vm_disks: [],', 'vm_disks: [], node_admin_username: other,');
  const planned = await plan(cli);
  expect(planned.blocked.map(({ reason, next }) => [reason, next])).toEqual([
    ['envelope_changed', []],
    ['node_protected', []],
  ]);
  expect(planned.blocked[1]?.message).toContain('vm_protect: false, written out in the manifest, allows it');
  edit(cli, 'vm_protect: true', 'vm_protect: false');
  await works(cli, 'recreate --yes');
  await works(cli, 'up');
});
