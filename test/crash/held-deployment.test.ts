import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BundledScript } from '../fakes/bundle-script.ts';
import { buildMortal } from './build-mortal.ts';
import { type FakeLab, openFakeLab } from './fake-lab.ts';
import { haltedCommand, type HaltedCommand } from './halted-command.ts';

const manifest = `all:
  vars: { vm_image: local-empty, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB }
  hosts: { 10.10.10.10: { nodename: meta, vm_disks: [] } }
`;

let halting: BundledScript | null = null;
let lab: FakeLab;

beforeAll(async () => {
  halting = await buildMortal('halting-compose.program.ts');
  lab = await openFakeLab(manifest, halting.path);
}, 180_000);

afterAll(async () => {
  await lab.close();
  halting?.remove();
});

async function halted(words: readonly string[], at: string, env: object = {}): Promise<HaltedCommand> {
  const found = await haltedCommand(lab, words, { at, env: { ...env } });
  if (found === null) throw new Error(`${words.join(' ')} came to no ${at}`);
  return found;
}

test('a command that is stopped keeps the deployment, and finishes when it goes on', async () => {
  const old = await halted(['up'], 'before hypervisor.launch');
  const { document } = lab.lab;
  const { fence, version } = document();
  const env = { ...lab.env, PADDOCK_CLOCK_SPEED: '300' };
  const other = await lab.lab.run(['up'], { env });
  expect(other.exit, other.stderr).toBe(4);
  expect(other.stderr).toContain(`up (pid ${String(old.pid)}) has held the deployment since`);
  expect((await lab.lab.run(['status'], lab)).exit).toBe(0);
  expect([document().fence, document().version]).toEqual([fence, version]);
  const ended = await old.goOn();
  expect(ended.exit, ended.stderr).toBe(0);
  expect(document().fence).toEqual({ epoch: fence.epoch, owner: null });
  expect(lab.lab.vms()).toHaveLength(1);
});

test('of two that take over at once one wins, and the other’s commit is stale', async () => {
  const old = await halted(['stop'], 'before hypervisor.stop');
  const env = { PADDOCK_TAKEN_FOR_GONE: String(old.pid) };
  const rivals = await Promise.all([1, 2].map(() => halted(['stop'], 'before store.commit', env)));
  const { epoch } = lab.lab.document().fence;
  const ends = await Promise.all(rivals.map((rival) => rival.goOn()));
  expect(
    ends.map(({ exit }) => exit),
    ends.map(({ stderr }) => stderr).join('\n'),
  ).toEqual([0, 0]);
  const lost = ends.map(({ points }) => points.filter((point) => point === 'commit: state_stale').length);
  expect(lost.toSorted()).toEqual([0, 1]);
  // The one that lost has had its turn after the other.
  expect(lab.lab.document().fence).toEqual({ epoch: epoch + 2, owner: null });
  expect((await old.goOn()).stderr).toContain('another command took over the deployment');
  expect(lab.lab.vms()).toEqual([]);
});
