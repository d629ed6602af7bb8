import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BundledScript } from '../fakes/bundle-script.ts';
import type { Finished } from '../real/lab/run-words.ts';
import { buildMortal } from './build-mortal.ts';
import { type FakeLab, openFakeLab } from './fake-lab.ts';
import { expectNoTwins } from './lab-state.ts';
import { randomFrom } from './random.ts';
import { type LabModel, type SerialCommand, serialCommands, serialEnds } from './serial-model.ts';

const small = `all:
  vars: { vm_image: local-empty, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB }
  hosts: { 10.10.10.10: { nodename: meta, vm_disks: [] } }
`;
const large = small.replace('vm_cpu: 1', 'vm_cpu: 2').replace('vm_disk: 1GiB', 'vm_disk: 2GiB');

const interleavings = 50;
const atOnce = 3;
/** Long enough that a command may begin when another one has just ended. */
const latestMs = 500;
const labsAtOnce = 2;
const seed = Number(process.env['PADDOCK_TEST_SEED'] ?? Date.now() % 100_000);

let halting: BundledScript | null = null;
let labs: readonly FakeLab[] = [];
const contended = { count: 0 };

beforeAll(async () => {
  const built = await buildMortal('halting-compose.program.ts');
  halting = built;
  labs = await Promise.all(
    Array.from({ length: labsAtOnce }, async () => {
      const lab = await openFakeLab(small, built.path);
      writeFileSync(join(lab.lab.folder, 'large.yml'), large);
      for (const words of [['up'], ['destroy', '--yes']]) {
        const ran = await lab.lab.run(words, lab);
        if (ran.exit !== 0) throw new Error(ran.stderr);
      }
      return lab;
    }),
  );
}, 180_000);

afterAll(async () => {
  process.stderr.write(
    `${String(interleavings)} interleavings of ${String(atOnce)} commands (seed ${String(seed)}); ${String(contended.count)} commands waited for another\n`,
  );
  await Promise.all(labs.map((lab) => lab.close()));
  halting?.remove();
});

test('commands that run at the same time end as if one had run after the other', async () => {
  await Promise.all(
    labs.map(async (lab, index) => {
      const random = randomFrom(seed + index);
      let before: LabModel = { node: 'absent', size: 'small' };
      for (let round = 0; round < interleavings / labsAtOnce; round += 1)
        before = await interleave(lab, before, random);
    }),
  );
  expect(contended.count).toBeGreaterThan(interleavings / 5);
}, 1_800_000);

async function interleave(lab: FakeLab, before: LabModel, random: () => number): Promise<LabModel> {
  const commands = Array.from(
    { length: atOnce },
    () => serialCommands[Math.floor(random() * serialCommands.length)] ?? 'up',
  );
  const begins = commands.map(() => Math.floor(random() * latestMs));
  const ends = await Promise.all(
    commands.map(async (command, index) => {
      await sleep(begins[index]);
      return lab.lab.run(wordsOf(command), { env: { ...lab.env, PADDOCK_CLOCK_SPEED: '4' } });
    }),
  );
  contended.count += ends.filter(({ stderr }) => stderr.includes('which has held the deployment since')).length;
  expectNoTwins(lab);
  const after = { lab: seen(lab), exits: ends.map(({ exit }) => exit) };
  const name = `${commands.join(', ')} after ${begins.join(', ')} ms on ${JSON.stringify(before)} (seed ${String(seed)})`;
  expect(serialEnds(before, commands), `${name}: ${told(ends)}`).toContainEqual(after);
  return after.lab;
}

function wordsOf(command: SerialCommand): readonly string[] {
  if (command === 'resize') return ['resize', '--all', '--file', 'large.yml'];
  return command === 'destroy' ? ['destroy', '--yes'] : [command];
}

function seen({ lab }: FakeLab): LabModel {
  const { nodes, operation, fence } = lab.document();
  expect([operation, fence.owner]).toEqual([null, null]);
  const node = nodes['meta'];
  const runs = lab.vms().length === 1;
  if (node === undefined || node.life === 'destroyed') {
    expect(runs).toBe(false);
    return { node: 'absent', size: 'small' };
  }
  const part = node.parts.find(({ kind }) => kind === 'vm');
  expect(part?.outputs['power']).toBe(runs ? 'running' : 'stopped');
  return { node: runs ? 'running' : 'stopped', size: node.spec.cpus === 2 ? 'large' : 'small' };
}

function told(ends: readonly Finished[]): string {
  return ends.map(({ exit, stderr }) => `${String(exit)} ${stderr.split('\n').slice(-3).join(' ')}`).join('; ');
}
