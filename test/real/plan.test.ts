import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { diskFacts } from './lab/disk-facts.ts';
import { addsThirdHost, type Edit, edits, unedited } from './lab/edits.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { snapshotTree } from './lab/snapshot-tree.ts';
import { tellVms } from './lab/tell-vms.ts';
import { until } from './lab/until.ts';

/** What is read of the JSON of a plan. */
interface PlanAnswer {
  readonly control: string;
  readonly envelope: { readonly drift: readonly { readonly path: string }[] };
  readonly nodes: readonly PlannedNode[];
  readonly blocked: readonly { readonly reason: string }[];
}

interface PlannedNode {
  readonly name: string;
  readonly outcome: string;
  readonly specHash: string | null;
  readonly changes: readonly { readonly path: string }[];
}

function write(lab: Lab, edit: Edit): string {
  const file = join(lab.folder, `${edit.name.replaceAll(' ', '-')}.yml`);
  writeFileSync(file, unedited.replace(edit.replace, edit.by));
  return file;
}

async function planOf(lab: Lab, file: string): Promise<PlanAnswer> {
  const plan = await lab.run(['plan', '-f', file, '--json']);
  expect(plan).toMatchObject({ exit: 0, stderr: '' });
  return JSON.parse(plan.stdout) as PlanAnswer;
}

withRealQemu(() => {
  let lab: Lab;
  let settled: PlanAnswer;

  beforeAll(async () => {
    lab = openLab({ manifest: unedited });
    expect(await lab.run(['up', '--json'])).toMatchObject({ exit: 0 });
    // From here to the last test nothing that runs may change a byte.
    await tellVms(lab, 'stop');
    settled = await planOf(lab, lab.manifest);
  });

  afterAll(async () => {
    await lab.close();
  });

  test('the unedited manifest is settled', () => {
    expect(settled.nodes.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['meta', 'unchanged'],
      ['node-1', 'unchanged'],
    ]);
    expect(settled).toMatchObject({ control: 'meta', blocked: [], envelope: { drift: [] } });
  });

  test.each(edits)('plan says what an edit means, and writes nothing: $name', async (edit) => {
    const file = write(lab, edit);
    const before = snapshotTree(lab.home);
    const plan = await planOf(lab, file);
    expect(snapshotTree(lab.home)).toEqual(before);
    expect(Object.fromEntries(plan.nodes.map(({ name, outcome }) => [name, outcome]))).toEqual(edit.outcomes);
    const changed = [...plan.envelope.drift, ...plan.nodes.flatMap(({ changes }) => changes)].map(({ path }) => path);
    expect([...new Set(changed)]).toEqual(edit.changes);
    expect(plan.blocked.map(({ reason }) => reason)).toEqual(edit.refusal === null ? [] : [edit.refusal.reason]);
    if (edit.refusal !== null) return;
    expect(plan.control).toBe('meta');
    expect(plan.nodes).toEqual(expect.arrayContaining([...settled.nodes]));
  });

  test('plan works with QEMU off PATH on a read-only home and cache', async () => {
    const empty = join(lab.folder, 'empty');
    mkdirSync(empty);
    const readOnly = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && ! touch "$0/probe" 2>/dev/null';
    const under = ['unshare', process.getuid?.() === 0 ? '-m' : '-rm', 'sh', '-c'];
    const script = `(set -- '${lab.home}' '${lab.cache}'; for f; do sh -c '${readOnly}' "$f" || exit 90; done) && PATH='${empty}' exec "$0" "$@"`;
    const plan = await lab.run(['plan', '--json'], { under: [...under, script] });
    expect(plan).toMatchObject({ exit: 0, stderr: '' });
    expect(JSON.parse(plan.stdout)).toEqual(settled);
  });

  describe('up refuses what it may not do, and touches nothing', () => {
    let before: { readonly vms: unknown; readonly disks: ReturnType<typeof diskFacts> };

    beforeAll(() => {
      before = { vms: lab.vms(), disks: diskFacts(lab) };
      expect(Object.keys(before.disks)).toHaveLength(3);
    });

    const refused = edits.flatMap((edit) => (edit.refusal === null ? [] : [{ ...edit, refusal: edit.refusal }]));
    test.each(refused)('$name: $refusal.reason', async (edit) => {
      const { reason, nodes, next } = edit.refusal;
      const file = write(lab, edit);
      const up = await lab.run(['up', '-f', file, '--json']);
      expect(up.exit).toBe(4);
      const [, verb, ...rest] = next.split(' ');
      const command = verb === 'destroy' ? next : ['paddock', verb, '-f', file, ...rest].join(' ');
      expect(JSON.parse(up.stdout)).toMatchObject({
        error: 'conflict',
        reason,
        nodes,
        left: 'nothing',
        next: [command],
      });
      expect({ vms: lab.vms(), disks: diskFacts(lab) }).toEqual(before);
    });
  });

  test('up with a third host starts only that one, and a plan made meanwhile waits for nobody', async () => {
    await tellVms(lab, 'cont');
    const before = lab.vms();
    const file = write(lab, addsThirdHost);
    const up = lab.start(['up', '-f', file, '--json']);
    await until('the third node to start', () => up.stderr().includes('node-2: starting QEMU'));
    const meanwhile = await lab.run(['plan', '-f', file, '--json'], { timeoutMs: 20_000 });
    expect(meanwhile.exit).toBe(0);
    expect(up.child.exitCode).toBeNull();
    expect(await up.finished).toMatchObject({ exit: 0 });
    const [third, ...others] = [...lab.vms()].reverse();
    expect(others.reverse()).toEqual(before);
    expect(third?.name).toBe('node-2');
    const answer = JSON.parse(up.stdout()) as {
      readonly steps: readonly { readonly node: string; readonly kind: string }[];
    };
    // The others are only told the new name.
    const worked = answer.steps.filter(({ kind }) => kind !== 'set_up_guest');
    expect([...new Set(worked.map(({ node }) => node))]).toEqual(['node-2']);
  });
});
