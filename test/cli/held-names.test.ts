import { beforeAll, describe, expect, test } from 'vitest';
import { copyOf, modelCli, type ModelCli } from './model-cli.ts';

const head =
  'all:\n  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 2GiB, vm_disks: [] }\n  hosts:\n';

/** `meta db`: the next address, this name and these aliases; more variables after a `|`. */
function lab(...hosts: readonly string[]): string {
  const lines = hosts.map((host, index) => {
    const [names = '', more] = host.split(' | ');
    const [name = '', ...aliases] = names.split(' ');
    const alias = aliases.length === 0 ? '' : `, vm_alias: [${aliases.join(', ')}]`;
    return name === '-'
      ? ''
      : `    10.10.10.${String(10 + index)}: { nodename: ${name}${alias}${more === undefined ? '' : `, ${more}`} }\n`;
  });
  return head + lines.join('');
}

let applied: ModelCli;

beforeAll(async () => {
  applied = modelCli();
  applied.manifests.set('paddock.yml', lab('meta db', 'node-1 web', 'node-2 | vm_protect: true'));
  expect((await applied.run('up')).exit).toBe(0);
});

interface Case {
  readonly title: string;
  readonly hosts: readonly string[];
  readonly line: string;
  readonly message: string;
  readonly next: readonly string[];
  /** What the advice brings about: no node answers to a name of another. */
  readonly names: { readonly [node: string]: readonly string[] };
}

const node2 = 'node-2 | vm_protect: true';

const cases: readonly Case[] = [
  {
    title: 'an alias that is the name of a node that stays',
    hosts: ['meta node-1', '-', node2],
    line: 'up meta',
    message: 'node meta: the name node-1 belongs to node-1 until that is destroyed',
    next: ['paddock destroy node-1'],
    names: { meta: ['node-1'], 'node-2': [] },
  },
  {
    title: 'an alias of a node that is skipped',
    hosts: ['meta web', 'node-1 | vm_skip: true', node2],
    line: 'reload meta',
    message: 'node meta: the name web belongs to node-1 until that is destroyed',
    next: ['paddock destroy node-1'],
    names: { meta: ['web'], 'node-2': [] },
  },
  {
    title: 'an alias that moves to the node in the scope',
    hosts: ['meta', 'node-1 db', node2],
    line: 'up node-1',
    message: 'node node-1: the name db belongs to meta until that is applied without it',
    next: ['paddock up meta node-1'],
    names: { meta: [], 'node-1': ['db'], 'node-2': [] },
  },
  {
    title: 'a new node with the alias of one outside the scope as its name',
    hosts: ['meta', 'node-1 web', node2, 'db'],
    line: 'up db',
    message: 'node db: the name db belongs to meta until that is applied without it',
    next: ['paddock up meta db'],
    names: { meta: [], 'node-1': ['web'], 'node-2': [], db: [] },
  },
  {
    title: 'aliases that are swapped',
    hosts: ['meta web', 'node-1 db', node2],
    line: 'recreate meta --yes',
    message: 'node meta: the name web belongs to node-1 until that is applied without it',
    next: ['paddock up meta node-1'],
    names: { meta: ['web'], 'node-1': ['db'], 'node-2': [] },
  },
];

describe('a name that another node holds', () => {
  test.each(cases)('$title: refused before anything is done, and the advice resolves it', async (row) => {
    const cli = await copyOf(applied);
    cli.manifests.set('paddock.yml', lab(...row.hosts));
    const before = cli.document();
    const refused = await cli.run(row.line);
    expect(refused).toMatchObject({ exit: 4, answer: { error: 'conflict', reason: 'name_held', next: row.next } });
    expect(refused.answer.message).toBe(row.message);
    expect(cli.document()?.deployment).toEqual(before?.deployment);
    if (row.line.startsWith('up')) {
      const plan = await cli.run(row.line.replace('up', 'plan'));
      expect(plan.answer.blocked).toMatchObject([{ reason: 'name_held', message: row.message, next: row.next }]);
    }
    for (const line of row.next)
      expect((await cli.run(line.includes('destroy') ? `${line} --yes` : line)).exit).toBe(0);
    expect((await cli.run(row.line)).exit).toBe(0);
    expect(namesIn(cli)).toEqual(row.names);
  });

  test('no command is advised where the holder is protected and gone from the manifest', async () => {
    const cli = await copyOf(applied);
    cli.manifests.set('paddock.yml', lab('meta node-2', 'node-1 web'));
    const refused = await cli.run('up meta');
    expect(refused).toMatchObject({ exit: 4, answer: { reason: 'name_held', next: [] } });
  });

  test.each([
    ['up', ['meta', 'node-1 web db', node2]],
    ['up node-1 meta', ['meta web', 'node-1 db', node2]],
    ['recreate meta node-1 --yes', ['meta web', 'node-1 db', node2]],
  ] as const)('names move with both nodes in the command: %s', async (line, hosts) => {
    const cli = await copyOf(applied);
    cli.manifests.set('paddock.yml', lab(...hosts));
    expect(await cli.run(line)).toMatchObject({ exit: 0 });
  });

  test('the plan of the whole names, for each node, a command that is not refused', async () => {
    const cli = await copyOf(applied);
    cli.manifests.set('paddock.yml', lab('meta web', 'node-1 db', node2));
    const plan = await cli.run('plan');
    expect(plan.answer.nodes).toMatchObject([
      { name: 'meta', next: 'paddock up meta node-1' },
      { name: 'node-1', next: 'paddock up meta node-1' },
      { name: 'node-2', next: null },
    ]);
  });
});

function namesIn(cli: ModelCli): { readonly [node: string]: readonly string[] } {
  const nodes = Object.values(cli.document()?.deployment?.applied ?? {});
  return Object.fromEntries(nodes.map(({ spec }) => [spec.name, spec.aliases]));
}
