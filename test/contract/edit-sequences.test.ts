import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { StateDocument } from '../../src/core/state/document.ts';
import { draftOf, editedTexts, textOf } from './arbitrary-edits.ts';
import { copyOf, modelCli, type ModelCli } from '../cli/model-cli.ts';

/** Commands whose power is not destruction; a whole recreate has it, but not where a node is missing. */
const lines = [
  'up',
  'up',
  'up node-1',
  'plan',
  'validate',
  'reload',
  'reload node-2',
  'resize --all',
  'resize node-1',
  'status',
  'start',
  'stop',
  'restart node-1',
] as const;

const first = draftOf(
  [
    { octet: 10, name: 'meta', vars: {} },
    {
      octet: 11,
      name: 'node-1',
      vars: { vm_disks: '[{ path: /data, size: 1GiB, persistent: true }, { path: /tmp-1 }]' },
    },
    { octet: 12, name: 'node-2', vars: { vm_disks: '[{ path: /data, size: 1GiB }]' } },
  ],
  'vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 2GiB',
);

const sequences = editedTexts(first).chain((texts) =>
  fc
    .array(fc.constantFrom(...lines), { minLength: texts.length, maxLength: texts.length })
    .map((chosen) => texts.map((text, index) => ({ text, line: chosen[index] ?? 'up' }))),
);

let start: ModelCli;

beforeAll(async () => {
  start = modelCli();
  start.manifests.set('paddock.yml', textOf(first) ?? '');
  expect((await start.run('up')).exit).toBe(0);
});

interface Standing {
  readonly lives: readonly string[];
  /** Disks and keys; what a start writes anew is none of them. */
  readonly files: readonly string[];
}

function standing({ host, document }: ModelCli): Standing {
  const { nodes = {} }: Partial<StateDocument> = document() ?? {};
  const lives = Object.values(nodes).filter(({ life }) => life === 'committed');
  return {
    lives: lives.map(({ name, uuid }) => `${name} ${uuid}`).sort(),
    files: [...host.files.keys()].filter((file) => /\.qcow2$|\/keys\//u.test(file)).sort(),
  };
}

test('whatever is edited, no command but those that destroy removes anything', async () => {
  const exits = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      const cli = await copyOf(start);
      for (const { text, line } of steps) {
        if (text === null) cli.manifests.delete('paddock.yml');
        else cli.manifests.set('paddock.yml', text);
        const before = standing(cli);
        const { exit } = await cli.run(line);
        exits.set(exit, (exits.get(exit) ?? 0) + 1);
        const after = standing(cli);
        expect(before.lives.filter((life) => !after.lives.includes(life))).toEqual([]);
        expect(before.files.filter((file) => !after.files.includes(file))).toEqual([]);
        expect(cli.host.effects.filter((effect) => /^(?:remove|erase) /u.test(effect))).toEqual([]);
      }
    }),
    { numRuns: 1000 },
  );
  // Both happened often: that it was done, and that it was refused.
  for (const exit of [0, 2, 4]) expect(exits.get(exit) ?? 0, `exit ${String(exit)}`).toBeGreaterThan(100);
}, 600_000);

test('a manifest that lacks a node stops up and a whole recreate before anything stops', async () => {
  const counted = { refused: 0 };
  await fc.assert(
    fc.asyncProperty(editedTexts(first), async (texts) => {
      const cli = await copyOf(start);
      for (const text of texts) {
        if (text === null) cli.manifests.delete('paddock.yml');
        else cli.manifests.set('paddock.yml', text);
        const plan = await cli.run('plan');
        const nodes = (plan.answer.nodes ?? []) as readonly { readonly outcome?: string }[];
        const isBroken = plan.exit !== 0;
        if (!isBroken && !nodes.some(({ outcome }) => outcome === 'missing')) continue;
        counted.refused += 1;
        for (const line of ['up', 'recreate --yes']) {
          const refused = await cli.run(line);
          expect([2, 4]).toContain(refused.exit);
          if (!isBroken && refused.exit === 4) {
            expect(refused.answer.failures?.map(({ reason }) => reason)).toContain('nodes_removed');
          }
        }
        expect(cli.host.effects).toEqual([]);
        expect(cli.host.vms.size).toBe(3);
      }
    }),
    { numRuns: 100 },
  );
  expect(counted.refused).toBeGreaterThan(80);
}, 600_000);
