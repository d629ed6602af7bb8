import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BundledScript } from '../fakes/bundle-script.ts';
import { buildMortal } from './build-mortal.ts';
import { commandChain, firstManifest } from './command-chain.ts';
import { type FakeLab, openFakeLab } from './fake-lab.ts';
import { asHalted, haltedCommand, type HaltedCommand } from './halted-command.ts';
import { takeOver } from './take-over.ts';
import { lateQemu } from '../real/lab/late-qemu.ts';
import { runUndisturbed, type Undisturbed } from './undisturbed.ts';

/** Each of them from the state that the one before it leaves. A purge leaves no owner that could be told of it. */
const taken = ['up', 'stop', 'start', 'resize', 'recreate', 'destroy'];
const chain = commandChain.filter(({ words }) => taken.includes(words[0] ?? ''));

/** Every point in a full run; otherwise one in so many of each command, from a seed that is printed. */
const isFull = process.env['PADDOCK_TEST_FULL'] === '1';
const shares = isFull ? 8 : 3;
const seed = Number(process.env['PADDOCK_TEST_SEED'] ?? Date.now() % 1000);

let halting: BundledScript | null = null;
let lab: FakeLab;
let undisturbed: readonly Undisturbed[] = [];
const count = { fenced: 0, early: 0, none: 0 };

beforeAll(async () => {
  halting = await buildMortal('halting-compose.program.ts');
  lab = await openFakeLab(firstManifest, halting.path);
  undisturbed = await runUndisturbed(lab, chain);
}, 300_000);

afterAll(async () => {
  process.stderr.write(`${String(count.fenced)} commands were taken over while they lived (seed ${String(seed)})\n`);
  await lab.close();
  halting?.remove();
});

test.each(Array.from({ length: shares }, (_, index) => index + 1))(
  'what the new owner has made is left alone by an old one that goes on (share %i)',
  async (share) => {
    if (!isFull) {
      await takeOverRound((points) => 1 + (((seed + share * 7919) * 31) % points));
      return;
    }
    const most = Math.max(...undisturbed.map(({ points }) => points));
    for (let at = share; at <= most; at += shares) await takeOverRound(() => at);
  },
  3_600_000,
);

/** One way through the chain, every command taken over at one point; one with fewer points than that lives undisturbed. */
async function takeOverRound(pointOf: (points: number) => number): Promise<void> {
  // What the round before has left keeps a disk that is larger than what this one begins with.
  await run('purge', '--yes');
  for (const { command, points } of undisturbed) {
    const { words, manifest } = command;
    if (manifest !== undefined) writeFileSync(lab.lab.manifest, manifest);
    const halted = await haltedCommand(lab, words, { at: pointOf(points) });
    count[halted === null ? 'none' : await takeOver(lab, halted, [words])] += 1;
  }
}

test('enough of them were taken over', () => {
  expect(count.fenced).toBeGreaterThanOrEqual(isFull ? 200 : 12);
});

test('an old stop leaves alone the VM that was started since, which has the same UUID', async () => {
  await run('purge', '--yes');
  writeFileSync(lab.lab.manifest, firstManifest);
  await run('up');
  expect(await takeOver(lab, await halted(['stop'], 'before hypervisor.stop'), [['stop'], ['start']])).toBe('fenced');
  expect(lab.lab.vms()).toHaveLength(1);
});

test('a second VM that comes late is refused, and takes no monitor away from the first', async () => {
  await run('stop');
  const { halted: old } = await lateStart();
  expect(await takeOver(lab, old, [['start']])).toBe('fenced');
  expect(lab.lab.vms()).toHaveLength(1);
  await run('stop');
});

test('a VM that comes up when the others are done with it is ended by the command that launched it', async () => {
  await run('stop');
  const { halted: old } = await lateStart();
  expect(await takeOver(lab, old, [['stop']])).toBe('fenced');
  expect(lab.lab.vms()).toEqual([]);
});

test.each([
  'before store.archive',
  'before store.keepInputs',
  'before nodeFiles.writeNodeRecord',
  'before guest.loginKey',
])('a home that was purged does not come back by an up that stood %s', async (at) => {
  await run('purge', '--yes');
  expect(await takeOver(lab, await halted(['up'], at), [['purge', '--yes']])).toBe('fenced');
  expect(existsSync(lab.lab.home)).toBe(false);
});

async function run(...words: readonly string[]): Promise<void> {
  const ran = await lab.lab.run(words, lab);
  expect(ran.exit, ran.stderr).toBe(0);
}

async function halted(words: readonly string[], at: string): Promise<HaltedCommand> {
  const found = await haltedCommand(lab, words, { at });
  if (found === null) throw new Error(`${words.join(' ')} came to no ${at}`);
  return found;
}

/** A start whose QEMU is launched and does not begin before the start goes on. */
async function lateStart() {
  const folder = mkdtempSync(join(lab.lab.folder, 'late-'));
  const qemu = lateQemu(folder, lab.env.PATH);
  const log = join(folder, 'points.log');
  const env = { ...lab.env, PATH: `${qemu.folder}:${lab.env.PATH}`, PADDOCK_CRASH_LOG: log };
  const command = lab.lab.start(['start'], { env });
  await qemu.launched();
  const start = asHalted({ lab: lab.lab, words: ['start'], command, log, goOn: qemu.letBegin });
  // The old command does not wait for a QEMU that the lock of the disk will refuse.
  const goOn: HaltedCommand['goOn'] = async () => {
    const finished = await start.goOn();
    await qemu.ended();
    return finished;
  };
  return { halted: { ...start, goOn } };
}
