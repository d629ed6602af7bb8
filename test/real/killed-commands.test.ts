import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { buildMortal } from '../crash/build-mortal.ts';
import type { ChainLab, Death } from '../crash/chain-runner.ts';
import { type ChainedCommand, commandChain, firstManifest } from '../crash/command-chain.ts';
import { openFakeLab } from '../crash/fake-lab.ts';
import { killAndFinish } from '../crash/kill-and-finish.ts';
import { randomFrom } from '../crash/random.ts';
import { runUndisturbed, type Undisturbed } from '../crash/undisturbed.ts';
import type { BundledScript } from '../fakes/bundle-script.ts';
import { type Lab, openLab } from './lab/open-lab.ts';

/** In this order from nothing to nothing, as on the fake. */
const killed = ['up', 'stop', 'start', 'resize', 'recreate', 'destroy', 'purge'];
const chain = commandChain.filter(({ words }) => killed.includes(words[0] ?? ''));

const isFull = process.env['PADDOCK_TEST_FULL'] === '1';
/** Ways through the chain; in each every command is killed once, and some of them again while they recover. */
const rounds = isFull ? 7 : 1;
const seed = Number(process.env['PADDOCK_TEST_SEED'] ?? Date.now() % 100_000);

withRealQemu(() => {
  const random = randomFrom(seed);
  const kills = { first: 0, second: 0 };
  const tally = new Map<string, { count: number; elapsedMs: number }>();
  let mortal: BundledScript;
  let real: ChainLab;
  let undisturbed: readonly Undisturbed[];

  beforeAll(async () => {
    mortal = await buildMortal();
    const lab = openLab({ manifest: miniManifest(firstManifest), script: mortal.path });
    real = { lab, env: { PATH: process.env['PATH'] ?? '' } };
    undisturbed = await onFake(mortal.path);
    if (isFull) await expectSameAsFake();
  });

  afterAll(async () => {
    const each = [...tally].map(([name, { count, elapsedMs }]) => `${name} ${String(count)} in ${seconds(elapsedMs)}`);
    process.stderr.write(
      `commands on real machines were killed at ${String(kills.first)} points, and ${String(kills.second)} times again in the run after that (seed ${String(seed)}): ${each.join(', ')}\n`,
    );
    await real.lab.close();
    mortal.remove();
  });

  test.each(Array.from({ length: rounds }, (_, round) => round))(
    'round %i: what was killed ends as if it had not been, and no disk is lost',
    async (round) => {
      const again = chain.map((_, at) => ({ at, order: random() })).sort((a, b) => a.order - b.order);
      const twice = again.slice(0, isFull ? 4 : 3).map(({ at }) => at);
      const sentinel = `sentinel-${randomUUID()}`;
      for (const [at, { command, points, state }] of undisturbed.entries()) {
        const deaths = [deathAt(points, round)];
        // What is left to do may be little, and its points few.
        if (twice.includes(at)) deaths.push({ at: 1 + Math.floor(random() ** 3 * 16) });
        const beganMs = performance.now();
        await killAndFinish(real, onMini(command), { deaths, state, kills });
        count(command.words[0] ?? '', { deaths: deaths.length, elapsedMs: performance.now() - beganMs });
        if (command.words[0] === 'up') await keep(real.lab, sentinel);
        if (command.words[0] !== 'purge') expectKept(real.lab, sentinel);
      }
    },
  );

  test('enough of them were killed', () => {
    expect(kills.first).toBeGreaterThanOrEqual(isFull ? 40 : 7);
    expect(kills.first + kills.second).toBeGreaterThanOrEqual(isFull ? 50 : 8);
  });

  /** What a real machine is left as is what a fake one is left as, and at the same points: so those may stand for these. */
  async function expectSameAsFake(): Promise<void> {
    const same = await runUndisturbed(real, chain.map(onMini));
    for (const [at, { points, state }] of undisturbed.entries()) {
      const name = chain[at]?.words.join(' ');
      expect(same[at]?.state, name).toEqual(state);
      expect(same[at]?.points, name).toBe(points);
    }
  }

  /** Anywhere in this round's share of the command; one in three a moment later, inside of what follows. */
  function deathAt(points: number, round: number): Death {
    const at = 1 + Math.floor(((round + random()) / rounds) * points);
    return random() < 0.34 ? { at, afterMs: Math.floor(random() ** 2 * 200) } : { at };
  }

  function count(name: string, { deaths, elapsedMs }: { readonly deaths: number; readonly elapsedMs: number }): void {
    const before = tally.get(name) ?? { count: 0, elapsedMs: 0 };
    tally.set(name, { count: before.count + deaths, elapsedMs: before.elapsedMs + elapsedMs });
  }
});

/** The chain as nobody disturbs it, on the fake: seconds in place of minutes. */
async function onFake(script: string): Promise<readonly Undisturbed[]> {
  const fake = await openFakeLab(firstManifest, script);
  try {
    return await runUndisturbed(fake, chain);
  } finally {
    await fake.close();
  }
}

function onMini(command: ChainedCommand): ChainedCommand {
  return command.manifest === undefined ? command : { ...command, manifest: miniManifest(command.manifest) };
}

function miniManifest(manifest: string): string {
  return manifest.replace('local-empty', 'local-mini');
}

function seconds(elapsedMs: number): string {
  return `${(elapsedMs / 1000).toFixed(1)} s`;
}

/** Puts the text on the disk that outlives its node. */
async function keep(lab: Lab, text: string): Promise<void> {
  const script = `grep -q ' /data ' /proc/mounts && echo ${text} >/data/sentinel && sync`;
  const ended = await lab.run(['exec', 'meta', '--', 'sudo', 'sh', '-c', script]);
  expect(ended.exit, ended.stderr).toBe(0);
}

/** The one disk of that path that the record knows has the text on it. */
function expectKept(lab: Lab, text: string): void {
  const { nodes, retained } = lab.document();
  const files = [
    ...Object.values(nodes).flatMap(({ parts }) =>
      parts.filter(({ disk, state }) => disk === 'data' && state === 'complete').map(({ file }) => file),
    ),
    ...retained.map(({ file }) => file),
  ];
  expect(files).toHaveLength(1);
  expect(readFileSync(join(lab.home, files[0] ?? '')).includes(text)).toBe(true);
}
