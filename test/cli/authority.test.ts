import { beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { type Authority, authorityTable } from '../../src/core/plan/authority-table.ts';
import { type Answer, copyOf, type Ended, modelCli, type ModelCli } from './model-cli.ts';

const manifest = `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 2GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta }
    10.10.10.11: { nodename: node-1, vm_disks: [{ path: /data, size: 1GiB, persistent: true }] }
`;

/** Edits of the manifest that give node-1, or a new node-2, the outcome. */
const edits: { readonly [outcome: string]: readonly [from: string | RegExp, to: string] } = {
  create: [/$/u, '    10.10.10.12: { nodename: node-2 }\n'],
  resize: ['nodename: node-1', 'nodename: node-1, vm_cpu: 2'],
  recreate: ['nodename: node-1', 'nodename: node-1, vm_image: local-other'],
  missing: [/ *10\.10\.10\.11.*\n/u, ''],
  'envelope-drift': [/^all:\n {2}vars: \{/u, 'all:\n  vars: { node_admin_username: ops,'],
};

interface Refused {
  readonly line: string;
  readonly outcome: keyof typeof edits;
  readonly reason: string;
  readonly nodes: readonly string[];
  /** Run one after the other they resolve it, with what a script adds to a question. */
  readonly next: readonly string[];
}

const both = ['meta', 'node-1'];
const one = ['node-1'];
const cell = (
  line: string,
  [outcome, reason, nodes, next]: readonly [string, string, readonly string[], readonly string[]],
): Refused => ({ line, outcome, reason, nodes, next });

const resizeRow = ['resize', 'resize_required', one, ['paddock resize node-1']] as const;
const recreateRow = ['recreate', 'recreate_required', one, ['paddock recreate node-1']] as const;
const missingRow = ['missing', 'nodes_removed', one, ['paddock destroy node-1']] as const;
const notCreated = ['create', 'not_created', ['node-2'], ['paddock up node-2']] as const;
const drift = ['envelope-drift', 'envelope_changed', both, ['paddock recreate']] as const;
const driftOne = ['envelope-drift', 'envelope_changed', one, ['paddock recreate']] as const;

const cells: readonly Refused[] = [
  ...[resizeRow, recreateRow, missingRow, drift].map((row) => cell('up', row)),
  ...[resizeRow, recreateRow, missingRow, driftOne].map((row) => cell('up node-1', row)),
  ...[notCreated, resizeRow, recreateRow, missingRow, drift].map((row) => cell('reload', row)),
  ...[resizeRow, recreateRow, missingRow, driftOne].map((row) => cell('reload node-1', row)),
  cell('reload node-2', notCreated),
  ...[notCreated, recreateRow, missingRow, drift].map((row) => cell('resize --all', row)),
  ...[recreateRow, missingRow, driftOne].map((row) => cell('resize node-1', row)),
  cell('resize node-2', notCreated),
  cell('recreate node-2 --yes', notCreated),
  cell('recreate node-1 --yes', missingRow),
  cell('recreate node-1 --yes', ['envelope-drift', 'whole_recreate_required', one, ['paddock recreate']]),
  cell('recreate --yes', missingRow),
];

const isThere = (line: string): boolean => {
  const [name] = line.replace(/^paddock /u, '').split(' ');
  return commands.some((command) => command.name === name && command.acceptsAnything !== true);
};

let whole: ModelCli;

beforeAll(async () => {
  whole = modelCli();
  whole.manifests.set('paddock.yml', manifest);
  expect((await whole.run('up')).exit).toBe(0);
});

/** What a command must leave alone when it is refused. */
const footprint = (cli: ModelCli): unknown => ({
  effects: [...cli.host.effects],
  commits: cli.store.history.length,
  files: new Map(cli.host.files),
  vms: new Map(cli.host.vms),
});

async function runAdvice(cli: ModelCli, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const asks = /^paddock (?:destroy|recreate)\b/u.test(line);
    const ended = await cli.run(asks ? `${line} --yes` : line);
    expect(ended, line).toMatchObject({ exit: 0 });
  }
}

describe('every refusal of the authority table: nothing is reached, and the advice resolves it', () => {
  test('no cell is forgotten', () => {
    const table = cells.map(({ line, outcome }) => `${line} / ${String(outcome)}`);
    expect(new Set(table).size).toBe(table.length);
    // Every refusal, for the whole deployment and for named nodes; a recreate is two commands already.
    const refusals = Object.entries(authorityTable).flatMap(([action, outcomes]) =>
      Object.values<Authority>(outcomes).flatMap((each) =>
        'refuse' in each ? (action.startsWith('recreate') ? [action] : [action, action]) : [],
      ),
    );
    expect(table).toHaveLength(refusals.length);
  });

  test.each(cells.filter(({ line }) => isThere(line)))('$line when it is $outcome: $reason', async (row) => {
    const cli = await copyOf(whole);
    const [from, to] = edits[row.outcome] ?? ['', ''];
    const edited = manifest.replace(from, to);
    expect(edited).not.toBe(manifest);
    cli.manifests.set('paddock.yml', edited);
    const before = footprint(cli);
    const refused = await cli.run(row.line);
    expect(refused).toMatchObject({ exit: 4, answer: { error: 'conflict', reason: row.reason, next: row.next } });
    expect(refused.answer.nodes).toEqual(row.nodes);
    // A script may say --yes with every command, and that answers no question but the one that is asked.
    if (!row.line.includes('--yes')) {
      const insisted = await cli.run(`${row.line} --yes`);
      expect(insisted).toMatchObject({ exit: 4, answer: { reason: row.reason, next: row.next } });
    }
    expect(footprint(cli)).toEqual(before);
    if (!row.next.every(isThere)) return;
    await runAdvice(cli, row.next);
    const again = await cli.run(row.line);
    const gone = row.outcome === 'missing' && row.line.includes('node-1');
    expect(again).toMatchObject(gone ? { exit: 2, answer: { reason: 'unknown_node' } } : { exit: 0 });
    expect(reasonsIn(again.answer)).not.toContain(row.reason);
  });
});

function reasonsIn(answer: Answer): readonly string[] {
  return answer.failures?.map(({ reason }) => reason) ?? [];
}

test.each(['up', 'stop', 'start', 'restart', 'reload', 'resize --all'])('%s takes --yes for scripts', async (line) => {
  const cli = await copyOf(whole);
  expect((await cli.run(`${line} --yes`)).exit).toBe(0);
});

describe('what a file may not settle', () => {
  test('a new node on the address of another: its holder goes first, and the advice leads there', async () => {
    const cli = await copyOf(whole);
    cli.manifests.set('paddock.yml', manifest.replace('nodename: node-1', 'nodename: renamed'));
    const refused = await cli.run('up');
    expect(reasonsIn(refused.answer)).toEqual(['nodes_removed', 'address_taken']);
    expect(refused).toMatchObject({ exit: 4, answer: { next: ['paddock destroy node-1'] } });
    await runAdvice(cli, refused.answer.next ?? []);
    expect((await cli.run('up')).exit).toBe(0);
    expect(cli.document()?.nodes['renamed']?.address).toBe('10.10.10.11');
  });

  const protectedLab = manifest.replace('nodename: node-1', 'nodename: node-1, vm_protect: true');
  const withoutIt = manifest.replace(/ *10\.10\.10\.11.*\n/u, '');
  const deadly = [
    'destroy --yes',
    'destroy node-1 --yes',
    'destroy --yes --delete-persistent',
    'destroy --yes --purge',
    'purge --yes',
    'recreate --yes',
    'recreate node-1 --yes',
  ].filter(isThere);

  test.each(deadly)('a protected node survives %s, also when the manifest does not name it', async (line) => {
    const cli = await copyOf(whole);
    cli.manifests.set('paddock.yml', protectedLab);
    expect((await cli.run('up')).exit).toBe(0);
    for (const text of [protectedLab, withoutIt, null]) {
      if (text === null) cli.manifests.delete('paddock.yml');
      else cli.manifests.set('paddock.yml', text);
      const before = footprint(cli);
      const refused: Ended = await cli.run(line);
      expect(refused.exit).toBe(4);
      expect(['node_protected', 'nodes_removed']).toContain(refused.answer.reason);
      expect(footprint(cli)).toEqual(before);
    }
  });

  test('an unprotected node goes again once up has taken it from the manifest', async () => {
    const cli = await copyOf(whole);
    cli.manifests.set('paddock.yml', protectedLab);
    expect((await cli.run('up')).exit).toBe(0);
    cli.manifests.set('paddock.yml', manifest);
    expect((await cli.run('destroy node-1 --yes')).exit).toBe(4);
    expect((await cli.run('up')).exit).toBe(0);
    expect((await cli.run('destroy node-1 --yes')).exit).toBe(0);
  });
});

describe('lives that are not whole', () => {
  async function broken(life: 'creating' | 'destroying'): Promise<ModelCli> {
    const cli = await copyOf(whole);
    const trouble = [{ reason: 'stop_unconfirmed', node: 'node-2', detail: 'silent' }] as const;
    cli.manifests.set('paddock.yml', manifest.replace(/$/u, edits['create']?.[1] ?? ''));
    if (life === 'creating') cli.host.failing.set('launch node-2', trouble);
    expect((await cli.run('up')).exit).toBe(life === 'creating' ? 5 : 0);
    if (life === 'destroying') {
      cli.host.failing.set('stop node-2', trouble);
      expect((await cli.run('destroy node-2 --yes')).exit).toBe(7);
    }
    expect(cli.document()?.nodes['node-2']?.life).toBe(life);
    return cli;
  }

  test.each([
    ['start node-2', 'creating', 'not_created', 'paddock up node-2'],
    ['restart node-2', 'creating', 'not_created', 'paddock up node-2'],
    ['start node-2', 'destroying', 'destruction_unfinished', 'paddock destroy node-2'],
    ['restart node-2', 'destroying', 'destruction_unfinished', 'paddock destroy node-2'],
    ['up', 'destroying', 'destruction_unfinished', 'paddock destroy node-2'],
    ['reload', 'destroying', 'destruction_unfinished', 'paddock destroy node-2'],
  ] as const)('%s, %s: %s', async (line, life, reason, next) => {
    const cli = await broken(life);
    const before = footprint(cli);
    const refused = await cli.run(line);
    expect(refused).toMatchObject({ exit: 4, answer: { reason, nodes: ['node-2'], next: [next] } });
    expect(footprint(cli)).toEqual(before);
    await runAdvice(cli, refused.answer.next ?? []);
    expect(reasonsIn((await cli.run(line)).answer)).not.toContain(reason);
  });
});
