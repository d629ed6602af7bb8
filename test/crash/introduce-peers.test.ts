import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StateDocument } from '../../src/core/state/document.ts';
import { owedToGuest } from '../../src/core/guest/owed-to-guest.ts';
import { converge } from '../../src/engine/converge.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import { bringUp, lab, type Lab, twoNodes, upRequest, valueOf } from '../engine/lab.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import type { BundledScript } from '../fakes/bundle-script.ts';
import { buildMortal } from './build-mortal.ts';
import { ChainRunner } from './chain-runner.ts';
import { endState } from './end-state.ts';
import { type FakeLab, openFakeLab } from './fake-lab.ts';
import { expectNoTwins } from './lab-state.ts';
import { mortalPorts } from './mortal-ports.ts';
import { mortality } from './mortality.ts';

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
  const told = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('peer '))
    : [];
  const key = nodes['node-1']?.parts.find(({ kind }) => kind === 'host_key')?.outputs['publicKey'];
  return { told, wanted: [`peer node-1,10.10.10.11 ${String(key)}`] };
}

function owed(): readonly string[] {
  const document = documentNow();
  return Object.values(document.nodes).flatMap((node) => owedToGuest(node, document));
}

test('on fake machines: the recreate of a peer killed at any point of its introduction: nothing is lost, and up makes up for it', async () => {
  const runner = new ChainRunner(fakeLab);
  const whole = await runner.run(recreate);
  expect(whole.exit, whole.stderr).toBe(0);
  expect(keys().told).toEqual(keys().wanted);
  const control = { ...documentNow().nodes['meta'] };
  // What comes after the last removal is the introduction and the end of the operation.
  const from = 1 + whole.points.findLastIndex((point) => point.includes('remove_other_life'));
  const step = whole.points.slice(from);
  expect(step.filter((point) => point.includes('guest.runScript'))).toHaveLength(2);
  process.stderr.write(
    `killed at one of every ${String(stride)} of ${String(step.length)} points (seed ${String(seed)})\n`,
  );
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

test('on the model host: killed at each of its points, and run again or left to up, the control node knows its peer', async () => {
  const again = {
    recreate: (ports: EnginePorts) => converge(ports, upRequest(twoNodes, { command: 'recreate', scope: ['node-1'] })),
    up: (ports: EnginePorts) => converge(ports, upRequest(twoNodes)),
  };
  const begun = lab();
  await bringUp(begun, twoNodes);
  const whole = copyOf(begun);
  const points: string[] = [];
  const counted = { reach: (point: string) => Promise.resolve(void points.push(point)) };
  valueOf(await again.recreate(mortalPorts(whole.ports, counted)));
  const right = endState(whole.host, whole.store.history.at(-1));
  const from = 1 + points.findLastIndex((point) => point.includes('remove_other_life'));
  expect(points.slice(from).filter((point) => point.includes('guest.runScript'))).toHaveLength(2);
  for (const next of ['recreate', 'up'] as const) {
    for (let at = from + 1; at <= points.length; at += 1) {
      const it = copyOf(begun);
      const life = mortality(at);
      await Promise.race([again.recreate(mortalPorts(it.ports, life)), life.death]);
      const ended = valueOf(await again[next](modelPorts(it.host, { store: it.store, pid: 3 })));
      const name = `killed ${String(points[at - 1])}, then ${next}`;
      expect(ended.status, name).toBe('complete');
      expect(endState(it.host, it.store.history.at(-1)), name).toEqual(right);
    }
  }
});

function copyOf({ host, store }: Lab): Lab {
  const copied = { host: structuredClone(host), store: createMemoryStore({ history: store.history }) };
  return { ...copied, ports: modelPorts(copied.host, { store: copied.store, pid: 2 }) };
}
