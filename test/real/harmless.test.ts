import * as fc from 'fast-check';
import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftOf, editedTexts, textOf } from '../contract/arbitrary-edits.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { diskHashes, diskStanding, type DiskStanding } from './lab/disk-standing.ts';
import { harmlessLines } from './lab/harmless-lines.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { expectSentinels, writeSentinels } from './lab/sentinels.ts';

const first = draftOf(
  [
    {
      octet: 10,
      name: 'meta',
      vars: { vm_disks: '[{ path: /data, size: 64MiB, persistent: true }, { path: /log, size: 64MiB }]' },
    },
    { octet: 11, name: 'node-1', vars: { vm_disks: '[{ path: /data, size: 64MiB }]' } },
  ],
  'vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB',
);
const manifest = textOf(first) ?? '';
const meta = { node: 'meta', paths: ['/data', '/log'] };
const second = { node: 'node-1', paths: ['/data'] };

interface PlanAnswer {
  readonly nodes: readonly { readonly name: string; readonly outcome: string }[];
}

withRealQemu(() => {
  let lab: Lab;
  let uuids: Readonly<Record<string, string | undefined>>;
  let disks: ReadonlyMap<string, DiskStanding>;
  let stopped: ReadonlyMap<string, string>;

  const uuidsNow = () => Object.fromEntries(Object.values(lab.document().nodes).map(({ name, uuid }) => [name, uuid]));

  /** Every disk is there, the same file, and not a byte shorter; the lives are the same, and the stopped bytes too. */
  function expectUnharmed(line: string): void {
    const now = diskStanding(lab);
    expect([...now.keys()], line).toEqual([...disks.keys()]);
    for (const [name, before] of disks) {
      const after = now.get(name);
      expect(after, line).toMatchObject({ inode: before.inode, virtualSizeBytes: before.virtualSizeBytes });
      expect(after?.fileBytes, line).toBeGreaterThanOrEqual(before.fileBytes);
    }
    expect(uuidsNow(), line).toEqual(uuids);
    expect(diskHashes(lab, 'node-1'), line).toEqual(stopped);
  }

  beforeAll(async () => {
    lab = openLab({ manifest });
    const up = await lab.run(['up']);
    expect(up.exit, up.stderr).toBe(0);
    for (const each of [meta, second]) await writeSentinels(lab, each);
    expect((await lab.run(['stop', 'node-1'])).exit).toBe(0);
    uuids = uuidsNow();
    disks = diskStanding(lab);
    expect(disks.size).toBe(5);
    stopped = diskHashes(lab, 'node-1');
  });

  afterAll(async () => {
    await lab.close();
  });

  test.each(harmlessLines().map((words) => ({ line: words.join(' '), words })))(
    '$line harms no disk',
    async ({ line, words }) => {
      const ended = await lab.run(words, { timeoutMs: 300_000 });
      expect(ended.signal, ended.stderr).toBeNull();
      expectUnharmed(line);
    },
  );

  test('afterwards every sentinel of the node that they ran on is intact', async () => {
    expect((await lab.run(['up', 'meta'])).exit).toBe(0);
    await expectSentinels(lab, meta);
  });

  describe('ten runs of edits', () => {
    const runs = fc.sample(editedTexts(first), { seed: 20_261_130, numRuns: 10 });

    test.each(runs.map((texts, number) => ({ number, texts })))('remove nothing: run $number', async ({ texts }) => {
      const expectRefused = async (line: string): Promise<void> => {
        expect([2, 4], line).toContain((await lab.run(line.split(' '))).exit);
      };
      for (const text of texts) {
        if (text === null) rmSync(lab.manifest, { force: true });
        else writeFileSync(lab.manifest, text);
        const plan = await lab.run(['plan', '--json']);
        const { nodes = [] } = (plan.exit === 0 ? JSON.parse(plan.stdout) : {}) as Partial<PlanAnswer>;
        // A node that is to be made stays unmade: this host has no room for more guests.
        const isRefused = plan.exit !== 0 || nodes.some(({ outcome }) => outcome === 'missing');
        for (const line of isRefused ? ['up', 'recreate --yes', 'reload'] : []) await expectRefused(line);
        if (nodes.some(({ name, outcome }) => name === 'meta' && outcome === 'unchanged')) {
          await lab.run(['up', 'meta', '--no-wait']);
        }
        expectUnharmed(text ?? 'no manifest');
      }
    });
  });

  test('what was stopped starts with every sentinel, and the whole lab comes up by its own manifest', async () => {
    writeFileSync(lab.manifest, manifest);
    const up = await lab.run(['up']);
    expect(up.exit, up.stderr).toBe(0);
    for (const each of [meta, second]) await expectSentinels(lab, each);
  });
});
