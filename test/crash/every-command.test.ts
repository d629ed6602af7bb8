import { afterAll, beforeAll, expect, test } from 'vitest';
import { partOfAction } from '../../src/core/state/part-of-action.ts';
import type { BundledScript } from '../fakes/bundle-script.ts';
import { buildMortal } from './build-mortal.ts';
import { commandChain, firstManifest } from './command-chain.ts';
import { type FakeLab, openFakeLab } from './fake-lab.ts';
import { killAndFinish } from './kill-and-finish.ts';
import { runUndisturbed, type Undisturbed } from './undisturbed.ts';

/** Labs that are killed in side by side. */
const labsAtOnce = 2;

/** Every point in a full run; otherwise one in so many, from a seed that is printed. */
const isFull = process.env['PADDOCK_TEST_FULL'] === '1';
const shares = isFull ? [1, 2, 3, 4, 5, 6, 7, 8] : [1];
const stride = isFull ? shares.length : 6;
const seed = Number(process.env['PADDOCK_TEST_SEED'] ?? Date.now() % 1000);

/** Steps that no command of the chain takes on the fake, each with the reason. */
const outOfReach = [
  // The chain has one node; the introduction of peers is killed in a test of its own.
  'introduce_peers',
  // The fake boots with a BIOS, forwards no ports and is given no folders.
  ...['create_firmware_vars', 'remove_firmware_vars', 'forward_ports', 'start_shares'],
  // Its images hold no snapshots, and its guests no damaged disks; the model host has both.
  ...['reset_data_disk', 'restore_data_disk', 'delete_snapshot'],
] as const;

let mortal: BundledScript | null = null;
let labs: readonly FakeLab[] = [];
let undisturbed: readonly Undisturbed[] = [];
const kinds = new Set<string>();
const kills = { first: 0, second: 0 };

beforeAll(async () => {
  const built = await buildMortal();
  mortal = built;
  labs = await Promise.all(Array.from({ length: labsAtOnce }, () => openFakeLab(firstManifest, built.path)));
  const [lab] = labs;
  if (lab === undefined) throw new Error('no lab');
  undisturbed = await runUndisturbed(lab, commandChain, (runner) => {
    for (const kind of runner.stepKinds()) kinds.add(kind);
  });
}, 180_000);

afterAll(async () => {
  const words = `the command was killed at ${String(kills.first)} points, and ${String(kills.second)} times again in the run after that (seed ${String(seed)})\n`;
  process.stderr.write(words);
  await Promise.all(labs.map((lab) => lab.close()));
  mortal?.remove();
});

test('every kind of step is reached by a command of the chain', () => {
  // The purge takes the record of its own steps with it.
  const reached = [...kinds, 'remove_retained_disk', 'erase_home', ...outOfReach];
  expect(Object.keys(partOfAction).filter((kind) => !reached.includes(kind))).toEqual([]);
});

test.each(shares)(
  'a command killed at any of its points ends, run again, as if it had not been (share %i)',
  async (share) => {
    const rounds = Math.max(...undisturbed.map((each) => each.points));
    expect(undisturbed.map((each) => each.points).filter((points) => points < 10)).toEqual([]);
    let next = isFull ? share : 1 + (seed % stride);
    await Promise.all(
      labs.map(async (lab) => {
        for (let round = (next += stride) - stride; round <= rounds; round = (next += stride) - stride) {
          await killRound(lab, round);
        }
      }),
    );
  },
  1_800_000,
);

/** One way through the chain, every command killed at the point of this round; where it has fewer, twice at others. */
async function killRound(lab: FakeLab, round: number): Promise<void> {
  for (const { command, points, state } of undisturbed) {
    const moments = round <= points ? [round] : [1 + ((round * 7) % points), 1 + ((round * 5) % 16)];
    await killAndFinish(lab, command, { deaths: moments.map((at) => ({ at })), state, kills });
  }
}

test('enough of them were killed', () => {
  expect(kills.first).toBeGreaterThanOrEqual(isFull ? 300 : 50);
  expect(kills.second).toBeGreaterThanOrEqual(isFull ? 100 : 15);
});
