import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BundledScript } from '../fakes/bundle-script.ts';
import type { Finished } from '../real/lab/run-words.ts';
import { buildMortal } from './build-mortal.ts';
import { firstManifest } from './command-chain.ts';
import { type FakeLab, openFakeLab } from './fake-lab.ts';
import { labState } from './lab-state.ts';

/** After the archive and after the verdict; in a full run also before and after all that follows the fence. */
const isFull = process.env['PADDOCK_TEST_FULL'] === '1';

let mortal: BundledScript;
let it: FakeLab;
let running: object;
let stopped: object;

beforeAll(async () => {
  mortal = await buildMortal();
  it = await openFakeLab(firstManifest, mortal.path);
  await succeed('up');
  running = await labState(it);
  await succeed('stop');
  stopped = await labState(it);
}, 120_000);

afterAll(async () => {
  await it.close();
  mortal.remove();
});

beforeEach(async () => {
  await succeed('stop');
}, 60_000);

const log = (): string => join(it.lab.folder, 'points.log');

/** Runs a command that dies at this point, by its number or its name; without one it lives. */
async function run(
  words: readonly string[],
  dieAt?: string,
): Promise<Finished & { readonly points: readonly string[] }> {
  rmSync(log(), { force: true });
  const env = { ...it.env, PADDOCK_CRASH_LOG: log(), PADDOCK_CRASH_AT: dieAt };
  const finished = await it.lab.run(words, { env });
  return { ...finished, points: readFileSync(log(), 'utf8').trimEnd().split('\n') };
}

async function succeed(...words: readonly string[]): Promise<void> {
  const ended = await it.lab.run(words, it);
  expect(ended.exit, ended.stderr).toBe(0);
}

/** Events of operations, each said once, whatever was killed in between. */
function operationEvents(): readonly string[] {
  return it.lab.document().events.flatMap(({ kind, operationId }) => {
    return kind.startsWith('operation.') ? [`${kind} ${String(operationId)}`] : [];
  });
}

test('a recovery that was killed around the commit of its verdict converges on the next run', async () => {
  // The points of a recovery that lives: it takes the deployment, files and commits the verdict, and lets go.
  await run(['start'], 'before hypervisor.cont');
  const whole = await run(['recover']);
  expect(whole.points.filter((point) => point.startsWith('before')).map((point) => point.slice(7))).toEqual([
    'store.commit',
    'store.archive',
    'store.commit',
    'store.commit',
  ]);
  await succeed('start');
  for (const point of isFull ? [3, 4, 5, 6, 7, 8] : [4, 6]) {
    await succeed('stop');
    await run(['start'], 'before hypervisor.cont');
    const [vm] = it.lab.vms();
    const died = await run(['recover'], String(point));
    const name = `killed ${died.points.at(-1) ?? ''} (point ${String(point)})`;
    expect(died.signal, name).toBe('SIGKILL');
    await succeed('start');
    expect(await labState(it), name).toEqual(running);
    expect(it.lab.vms(), name).toEqual([vm]);
    expect(new Set(operationEvents()).size, name).toBe(operationEvents().length);
  }
});

test('a verdict that leaves its operation open outlives the recovery, and is not said twice', async () => {
  await succeed('start');
  await run(['stop'], 'before hypervisor.stop');
  const [vm] = it.lab.vms();
  // The commit of the verdict is the second one; nothing is archived, because the stop is still to be finished.
  const died = await run(['recover'], '4');
  expect([died.signal, died.points.at(-1)]).toEqual(['SIGKILL', 'after store.commit']);
  const told = it.lab.document().events.filter(({ kind }) => kind === 'step.retry');
  expect([told.length, it.lab.document().operation?.command]).toEqual([1, 'stop']);
  const again = await it.lab.run(['recover', '--json'], it);
  expect(JSON.parse(again.stdout)).toMatchObject({ operations: [{ steps: [{ kind: 'stop_vm', verdict: 'retry' }] }] });
  expect(it.lab.document().events.filter(({ kind }) => kind === 'step.retry')).toEqual(told);
  expect(it.lab.vms()).toEqual([vm]);
  await succeed('stop');
  expect(await labState(it)).toEqual(stopped);
});
