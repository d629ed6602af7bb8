import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeLab, openFakeLab } from './fake-lab.ts';
import { killAt } from './kill-at.ts';
import { expectNoTwins, labState } from './lab-state.ts';

const manifest = `all:
  vars: { vm_image: local-empty, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB }
  children:
    lab:
      hosts:
        10.10.10.10: { nodename: meta, vm_disks: [] }
        10.10.10.11: { nodename: node-1, vm_disks: [{ path: /data, size: 1GiB }, { path: /log, size: 1GiB }] }
`;

/** In this order they lead from nothing to nothing. `commits` is about what each makes when nobody disturbs it. */
const commands = [
  { words: ['up'], commits: 45 },
  { words: ['stop'], commits: 7 },
  { words: ['start'], commits: 15 },
  { words: ['destroy', '--yes'], commits: 45 },
] as const;

/** Rounds of all commands, and how often each command is killed in a round before it may finish. */
const rounds = 4;
const killsEach = 2;

let fakeLab: FakeLab;
const undisturbed: object[] = [];
let kills = 0;

beforeAll(async () => {
  fakeLab = await openFakeLab(manifest);
  for (const { words } of commands) {
    const ended = await fakeLab.lab.run(words, fakeLab);
    expect(ended.exit, ended.stderr).toBe(0);
    undisturbed.push(await labState(fakeLab));
  }
}, 120_000);

afterAll(async () => {
  process.stderr.write(`the command was killed at ${String(kills)} points\n`);
  await fakeLab.close();
});

test.each(Array.from({ length: rounds }, (_, round) => round))(
  'round %i: what was killed ends as if it had not been',
  async (round) => {
    for (const [at, command] of commands.entries()) {
      const name = `${command.words[0]} in round ${String(round)}`;
      const moments = Array.from({ length: killsEach }, (_, kill) => momentOf(command.commits, round + kill * rounds));
      for (const moment of moments) {
        const killed = fakeLab.lab.start(command.words, fakeLab);
        if (await killAt(killed, { state: join(fakeLab.lab.home, 'state'), ...moment })) kills += 1;
        expectNoTwins(fakeLab);
      }
      const again = await fakeLab.lab.run(command.words, fakeLab);
      expect(again.exit, `${name}, killed at ${JSON.stringify(moments)}: ${again.stderr}`).toBe(0);
      expect(await labState(fakeLab), `${name}, killed at ${JSON.stringify(moments)}`).toEqual(undisturbed[at]);
    }
  },
);

test('enough of them were killed', () => {
  expect(kills).toBeGreaterThanOrEqual(24);
});

/** Spreads the kills over the whole command; some fall on a commit, some into the effect that follows it. */
function momentOf(commits: number, number: number): { readonly commits: number; readonly afterMs: number } {
  const share = number / (rounds * killsEach);
  return { commits: Math.floor(share * commits), afterMs: [0, 3, 12, 40][number % 4] ?? 0 };
}
