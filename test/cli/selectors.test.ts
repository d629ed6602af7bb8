import { beforeAll, describe, expect, test } from 'vitest';
import { copyOf, modelCli, type ModelCli } from './model-cli.ts';

const manifest = `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 2GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta }
    10.10.10.11: { nodename: node-1 }
    10.10.10.12: { nodename: node-2 }
    10.10.10.13: { nodename: left-alone, vm_skip: true }
`;

let whole: ModelCli;

beforeAll(async () => {
  whole = modelCli();
  whole.manifests.set('paddock.yml', manifest);
  expect((await whole.run('up')).exit).toBe(0);
});

describe('names that name nothing are mistakes, and nothing is done', () => {
  const selecting = ['plan', 'up', 'resize', 'recreate', 'reload', 'start', 'stop', 'restart', 'destroy'] as const;
  const wrong = [
    { names: ['nod-1'], reason: 'unknown_node', says: 'did you mean node-1' },
    { names: ['10.10.10.12'], reason: 'unknown_node', says: 'did you mean node-2' },
    { names: ['node-*'], reason: 'node_pattern', says: 'node-*' },
    { names: ['node-[12]'], reason: 'node_pattern', says: 'node-[12]' },
    { names: [''], reason: 'node_name_empty', says: 'empty' },
    { names: ['meta', ' '], reason: 'node_name_empty', says: 'empty' },
    { names: ['meta', 'node-1', 'meta'], reason: 'node_repeated', says: 'twice' },
  ];
  const cases = selecting.flatMap((command) => wrong.map((each) => ({ command, ...each })));

  test.each(cases)('$command $names: $reason', async ({ command, names, reason, says }) => {
    const before = { commits: whole.store.history.length, effects: [...whole.host.effects] };
    const ended = await whole.run([command, ...names, ...(/destroy|recreate/u.test(command) ? ['--yes'] : [])]);
    expect(ended).toMatchObject({ exit: 2, answer: { error: 'usage', reason } });
    expect(ended.answer.message).toContain(says);
    expect({ commits: whole.store.history.length, effects: whole.host.effects }).toEqual(before);
  });

  test('a skipped host is no node, and it says why', async () => {
    expect(await whole.run('up left-alone')).toMatchObject({ exit: 2, answer: { reason: 'node_skipped' } });
  });
});

describe('a scope', () => {
  const edited = manifest
    .replace('nodename: meta', 'nodename: meta, vm_alias: [db], vm_protect: true, vm_cpu: 2')
    .replace('nodename: node-1', 'nodename: node-1, vm_alias: [web]')
    .replace(/ *10\.10\.10\.12.*\n/u, '');
  const appliedOf = (cli: ModelCli) => cli.document()?.deployment?.applied ?? {};

  test('is all that is evaluated, and all that is applied: the others stay byte for byte', async () => {
    const cli = await copyOf(whole);
    cli.manifests.set('paddock.yml', edited);
    const before = appliedOf(cli);
    expect((await cli.run('up')).exit).toBe(4);
    expect((await cli.run('up node-1')).exit).toBe(0);
    const after = appliedOf(cli);
    expect(after['node-1']?.spec.aliases).toEqual(['web']);
    for (const name of ['meta', 'node-2']) {
      expect(JSON.stringify(after[name])).toBe(JSON.stringify(before[name]));
    }
    const records = (from: ModelCli) =>
      JSON.stringify([from.document()?.nodes['meta'], from.document()?.nodes['node-2']]);
    expect(records(cli)).toBe(records(whole));
  });

  test('is all that a plan shows, in the order of the manifest', async () => {
    const plan = await whole.run('plan node-2 meta');
    expect(plan.answer.nodes).toMatchObject([{ name: 'meta' }, { name: 'node-2' }]);
  });

  test('keeps its file and its names in what is advised', async () => {
    const cli = await copyOf(whole);
    cli.manifests.set('other.yml', manifest);
    cli.host.failing.set('ready node-1', [{ reason: 'guest_not_ready', node: 'node-1', waitedMs: 1, last: 'refused' }]);
    cli.host.failing.set('launch node-2', [{ reason: 'vm_unreachable', node: 'node-2', detail: 'gone' }]);
    expect((await cli.run('stop')).exit).toBe(0);
    const partial = await cli.run('up -f other.yml');
    expect(partial).toMatchObject({ exit: 5, answer: { error: 'partial' } });
    expect(partial.answer.next?.at(-1)).toBe('paddock up -f other.yml node-1 node-2');
    cli.host.failing.set('launch node-2', [{ reason: 'vm_unreachable', node: 'node-2', detail: 'gone' }]);
    const again = await cli.run('up -f other.yml --no-wait');
    expect(again.answer.next?.at(-1)).toBe('paddock up -f other.yml --no-wait node-2');
    expect((await cli.run(again.answer.next?.at(-1) ?? '')).exit).toBe(0);
    expect((await cli.run('up -f other.yml')).exit).toBe(0);
  });
});

describe('a changed default image', () => {
  test('is for the nodes that inherit it; the others take its hash by up and run on', async () => {
    const cli = modelCli();
    const named = manifest.replace('nodename: meta', 'nodename: meta, vm_image: local-mini');
    cli.manifests.set('paddock.yml', named);
    expect((await cli.run('up')).exit).toBe(0);
    const before = cli.document()?.deployment?.applied['meta']?.specHash;
    cli.host.effects.length = 0;
    cli.manifests.set('paddock.yml', named.replace('{ vm_image: local-mini,', '{ vm_image: local-other,'));
    expect((await cli.run('plan')).answer.nodes).toMatchObject([
      { name: 'meta', outcome: 'unchanged', settled: false },
      { name: 'node-1', outcome: 'recreate' },
      { name: 'node-2', outcome: 'recreate' },
    ]);
    expect(await cli.run('up')).toMatchObject({
      exit: 4,
      answer: { reason: 'recreate_required', nodes: ['node-1', 'node-2'] },
    });
    expect((await cli.run('up meta')).exit).toBe(0);
    expect(cli.document()?.deployment?.applied['meta']?.specHash).not.toBe(before);
    // What its guest knows may follow; the VM and its disks are not touched.
    expect(cli.host.effects.filter((effect) => /^(?:stop|launch|create|remove|write) /u.test(effect))).toEqual([]);
  });
});

describe('without a manifest', () => {
  test('what is applied stands in, and that is said; validate and a named file never do', async () => {
    const cli = await copyOf(whole);
    cli.manifests.clear();
    expect((await cli.run('plan')).answer).toMatchObject({ source: { kind: 'applied' } });
    expect((await cli.run('up')).exit).toBe(0);
    expect(cli.ports.seen).toContainEqual({ kind: 'note', text: 'no manifest here: using what was applied last' });
    for (const line of ['validate', 'up -f absent.yml', 'plan -f absent.yml']) {
      expect(await cli.run(line)).toMatchObject({ exit: 2, answer: { reason: 'manifest_not_found' } });
    }
  });
});

describe('--expect-plan', () => {
  test('refuses what was edited in between, and shows the difference', async () => {
    const cli = await copyOf(whole);
    const grown = `${manifest}    10.10.10.20: { nodename: node-20 }\n`;
    cli.manifests.set('paddock.yml', grown);
    const reviewed = (await cli.run('plan')).answer.planHash ?? '';
    cli.manifests.set('paddock.yml', grown.replace('nodename: node-1', 'nodename: node-1, vm_cpu: 3'));
    for (const command of ['up', 'reload', 'resize --all', 'recreate --yes']) {
      const refused = await cli.run(`${command} --expect-plan ${reviewed}`);
      expect(refused, command).toMatchObject({ exit: 4, answer: { reason: 'plan_changed', nodes: ['node-1'] } });
      expect(refused.answer.message).toContain('it differs in node-1 (now resize, vm_cpu 1 → 3)');
      expect(refused.answer.next).toEqual(['paddock plan']);
    }
    cli.manifests.set('paddock.yml', grown.replace('node-20', 'node-21'));
    const renamed = await cli.run(`up --expect-plan ${reviewed}`);
    expect(renamed.answer.message).toContain('it differs in node-21 (now create), a node that is not in it now');
    cli.manifests.set('paddock.yml', grown);
    expect((await cli.run(`up --expect-plan ${reviewed}`)).exit).toBe(0);
  });
});
