import { describe, expect, test } from 'vitest';
import type { Uuid } from '../../src/core/names.ts';
import { adviceInOrder } from '../../src/core/plan/advice-in-order.ts';
import { copyOf, modelCli, type ModelCli } from './model-cli.ts';

describe('adviceInOrder', () => {
  test('what makes room comes first, and what only looks before it', () => {
    const words = [
      ['up', 'c'],
      ['resize', 'b'],
      ['recreate', 'a'],
      ['status', 'a'],
      ['destroy', 'd'],
    ];
    expect(adviceInOrder(words).map(([command]) => command)).toEqual(['status', 'destroy', 'recreate', 'resize', 'up']);
  });

  test('no node is named to one command twice', () => {
    expect(
      adviceInOrder([
        ['recreate', 'a', 'b'],
        ['recreate', 'b'],
        ['recreate', 'b', 'a'],
      ]),
    ).toEqual([['recreate', 'a', 'b']]);
    expect(adviceInOrder([['recreate', 'a'], ['recreate']])).toEqual([['recreate']]);
    expect(
      adviceInOrder([
        ['up', 'a'],
        ['up', 'b'],
      ]),
    ).toEqual([
      ['up', 'a'],
      ['up', 'b'],
    ]);
  });

  test('other options are another command', () => {
    const words = [
      ['resize', 'a'],
      ['resize', '--restart', 'a'],
    ];
    expect(adviceInOrder(words)).toEqual(words);
  });
});

const line = (octet: number, words: string): string => `    10.10.10.${String(octet)}: { ${words} }\n`;
const top = (vars = ''): string => `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: []${vars} }
  hosts:
`;
const lab = top() + line(10, 'nodename: meta') + line(11, 'nodename: node-1') + line(12, 'nodename: node-2');

/** Manifests that are refused for more than one reason. */
const edits: { readonly [name: string]: string } = {
  renamed: top() + line(10, 'nodename: meta') + line(11, 'nodename: other-1') + line(12, 'nodename: node-2'),
  'all renamed': top() + line(10, 'nodename: one') + line(11, 'nodename: two') + line(12, 'nodename: three'),
  'another lab': top(', node_admin_username: ops') + line(20, 'nodename: db-1') + line(21, 'nodename: db-2'),
  'another lab with one name in common':
    top(', node_admin_username: ops') + line(20, 'nodename: db-1') + line(12, 'nodename: node-2'),
  'a new node on an address that is moved away from':
    top() +
    line(10, 'nodename: meta') +
    line(13, 'nodename: node-1') +
    line(12, 'nodename: node-2, vm_image: local-other') +
    line(11, 'nodename: db-1'),
  'every outcome at once':
    top() +
    line(10, 'nodename: meta, vm_cpu: 2') +
    line(11, 'nodename: node-1, vm_image: local-other') +
    line(14, 'nodename: db-1') +
    line(12, 'nodename: db-2'),
  swapped: top() + line(10, 'nodename: meta, vm_cpu: 2') + line(12, 'nodename: node-1') + line(11, 'nodename: node-2'),
  'one gone, one new, and another user':
    top(', node_admin_username: ops') +
    line(10, 'nodename: meta') +
    line(11, 'nodename: node-1') +
    line(13, 'nodename: db-1'),
};

let whole: ModelCli | null = null;

async function labWith(text: string): Promise<ModelCli> {
  if (whole === null) {
    whole = modelCli();
    whole.manifests.set('paddock.yml', lab);
    expect((await whole.run('up')).exit).toBe(0);
  }
  const cli = await copyOf(whole);
  cli.manifests.set('paddock.yml', text);
  return cli;
}

const asking = (command: string): string =>
  /^paddock (?:destroy|recreate)\b/u.test(command) ? `${command} --yes` : command;

/** Runs the commands one after the other; none may end a VM that an earlier one has made. */
async function follow(cli: ModelCli, lines: readonly string[], made: Set<Uuid>): Promise<void> {
  for (const next of lines) {
    const before = new Set(cli.host.vms.keys());
    expect(await cli.run(asking(next)), next).toMatchObject({ exit: 0 });
    const ended = [...made].filter((uuid) => !cli.host.vms.has(uuid));
    expect(ended, `${next} ended a new VM`).toEqual([]);
    for (const uuid of cli.host.vms.keys()) if (!before.has(uuid)) made.add(uuid);
  }
}

describe.each(Object.entries(edits))('%s', (_name, text) => {
  test.each(['up', 'resize --all', 'reload', 'recreate --yes'])(
    '%s: what is advised works in its order, ends no new life, and leads to the manifest',
    async (command) => {
      const cli = await labWith(text);
      const made = new Set<Uuid>();
      for (let refusals = 0; ; refusals += 1) {
        expect(refusals, 'it leads nowhere').toBeLessThan(4);
        const ended = await cli.run(command);
        if (ended.exit === 0) break;
        expect(ended).toMatchObject({ exit: 4 });
        expect(ended.answer.next).not.toEqual([]);
        await follow(cli, ended.answer.next ?? [], made);
      }
      await cli.run('up');
      expect((await cli.run('plan --exit-code')).exit).toBe(0);
    },
  );
});
