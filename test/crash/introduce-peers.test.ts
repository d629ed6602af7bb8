import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StateDocument } from '../../src/core/state/document.ts';
import { owedToGuest } from '../../src/core/guest/owed-to-guest.ts';
import type { BundledScript } from '../fakes/bundle-script.ts';
import { buildMortal } from './build-mortal.ts';
import { ChainRunner } from './chain-runner.ts';
import { type FakeLab, openFakeLab } from './fake-lab.ts';
import { expectNoTwins } from './lab-state.ts';

const manifest = `all:
  vars: { vm_image: local-empty, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta }
    10.10.10.11: { nodename: node-1 }
`;
const recreate = { words: ['recreate', 'node-1', '--yes'] };

/** Every point in a full run; otherwise one in so many, from a seed that is printed. */
const stride = process.env['PADDOCK_TEST_FULL'] === '1' ? 1 : 4;
const seed = Number(process.env['PADDOCK_TEST_SEED'] ?? Date.now() % 1000);

let mortal: BundledScript;
let fakeLab: FakeLab;

beforeAll(async () => {
  mortal = await buildMortal();
  fakeLab = await openFakeLab(manifest, mortal.path);
  await works(['up']);
}, 120_000);

afterAll(async () => {
  await fakeLab.close();
  mortal.remove();
});

async function works(words: readonly string[]): Promise<void> {
  const ended = await fakeLab.lab.run(words, { env: fakeLab.env });
  expect(ended.exit, ended.stderr).toBe(0);
}

const documentNow = (): StateDocument => fakeLab.lab.document();

/** What the guest of the control node was told of its peers last, and what it should have been. */
function keys() {
  const { nodes } = documentNow();
  const file = join(fakeLab.lab.folder, 'programs', `guest-${String(nodes['meta']?.uuid)}.told`);
  const told = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter((line) => line.startsWith('peer ')) : [];
  const key = nodes['node-1']?.parts.find(({ kind }) => kind === 'host_key')?.outputs['publicKey'];
  return { told, wanted: [`peer node-1,10.10.10.11 ${String(key)}`] };
}

function owed(): readonly string[] {
  const document = documentNow();
  return Object.values(document.nodes).flatMap((node) => owedToGuest(node, document));
}

test('the recreate of a peer killed at any point of its introduction: nothing is lost, and up makes up for it', async () => {
  const runner = new ChainRunner(fakeLab);
  const whole = await runner.run(recreate);
  expect(whole.exit, whole.stderr).toBe(0);
  expect(keys().told).toEqual(keys().wanted);
  const control = { ...documentNow().nodes['meta'] };
  // What comes after the last removal is the introduction and the end of the operation.
  const from = 1 + whole.points.findLastIndex((point) => point.includes('remove_other_life'));
  const step = whole.points.slice(from);
  expect(step.filter((point) => point.includes('guest.runScript'))).toHaveLength(2);
  process.stderr.write(`killed at one of every ${String(stride)} of ${String(step.length)} points (seed ${String(seed)})\n`);
  for (let at = from + 1 + (seed % stride); at <= whole.points.length; at += stride) {
    const killed = await runner.run(recreate, { at });
    const name = `killed ${String(killed.points.at(-1))}`;
    expect(killed.signal, name).toBe('SIGKILL');
    await works(['up']);
    expect({ owed: owed(), told: keys().told }, name).toEqual({ owed: [], told: keys().wanted });
    expectNoTwins(fakeLab);
    const { uuid, process: vm, parts } = documentNow().nodes['meta'] ?? {};
    expect({ uuid, vm }, name).toEqual({ uuid: control.uuid, vm: control.process });
    expect(parts?.find(({ kind }) => kind === 'guest')?.state, name).toBe('complete');
  }
}, 600_000);
