import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StateDocument } from '../../../src/core/state/document.ts';
import { type FakeLab, openFakeLab } from '../../crash/fake-lab.ts';
import { labState } from '../../crash/lab-state.ts';
import type { Finished, RunningCommand } from '../../real/lab/run-words.ts';
import { until } from '../../real/lab/until.ts';
import { canMoveClocks, movedClock } from './moved-clock.ts';

const manifest = `all:
  vars: { vm_image: local-empty, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta }
`;
const usual = { banner: 'SSH-2.0-fake', kvm: 'refuses' };
const twoDays = 2 * 24 * 3600;

let it: FakeLab;

beforeAll(async () => {
  it = await openFakeLab(manifest);
  const up = await it.lab.run(['up'], it);
  expect(up.exit, up.stderr).toBe(0);
}, 60_000);

afterAll(() => it.close());

beforeEach(async () => {
  it.fake.tell(usual);
  await it.lab.run(['stop'], it);
  // Long enough for another command to find the deployment held.
  it.fake.tell({ ...usual, launchDelayMs: 1200 });
}, 60_000);

const ownerOf = () => it.lab.document().fence.owner;

/** A start that holds the deployment. */
async function holder(env: NodeJS.ProcessEnv = {}): Promise<RunningCommand> {
  const command = it.lab.start(['start', '--json'], { env: { ...it.env, ...env } });
  await until('start to hold the deployment', () => ownerOf()?.command === 'start');
  return command;
}

/** A stop that has said whom it waits for. */
async function waiter(holding: RunningCommand, env: NodeJS.ProcessEnv = {}): Promise<RunningCommand> {
  const command = it.lab.start(['stop', '--json'], { env: { ...it.env, ...env } });
  const words = `waiting for start (pid ${String(holding.child.pid)})`;
  await until('stop to wait for start', () => command.stderr().includes(words), 10_000);
  return command;
}

test('a command that sleeps longer than any age of a lock keeps the deployment, and goes on where it was', async () => {
  const sleeping = await holder();
  process.kill(sleeping.child.pid ?? 0, 'SIGSTOP');
  const held = it.lab.document();
  const waiting = it.lab.home.concat('/waiting');
  for (const name of readdirSync(waiting)) utimesSync(join(waiting, name), 0, 0);
  const yearAhead = movedClock(join(it.lab.folder, 'ahead'), 365 * 24 * 3600);
  const stopping = await waiter(sleeping, canMoveClocks ? yearAhead.env : {});
  await sleep(2_500);
  expect(it.lab.document()).toEqual(held);
  expect(stopping.child.exitCode).toBeNull();
  process.kill(sleeping.child.pid ?? 0, 'SIGCONT');
  expect(await Promise.all([sleeping.finished, stopping.finished])).toMatchObject([{ exit: 0 }, { exit: 0 }]);
  const { fence, operation } = it.lab.document();
  expect([fence, operation]).toEqual([{ epoch: held.fence.epoch + 1, owner: null }, null]);
});

describe.skipIf(!canMoveClocks)('with libfaketime', () => {
  /** One start and one stop that waits for it, each with a clock of its own that is moved while it works. */
  async function outcome(seconds: { readonly holder: number; readonly waiter: number }): Promise<object> {
    const clocks = {
      holder: movedClock(join(it.lab.folder, 'holder'), 0),
      waiter: movedClock(join(it.lab.folder, 'waiter'), seconds.waiter),
    };
    const holding = await holder(clocks.holder.env);
    clocks.holder.move(seconds.holder);
    const waiting = await waiter(holding, clocks.waiter.env);
    const began = performance.now();
    const [start, stop] = await Promise.all([holding.finished, waiting.finished]);
    expect(performance.now() - began).toBeLessThan(10_000);
    expectMoved(it.lab.document(), seconds);
    const history = await it.lab.run(['history', '--json'], it);
    return {
      ...{
        start: resultOf(start),
        stop: resultOf(stop),
        state: await labState(it),
        record: recordOf(it.lab.document()),
      },
      history: (JSON.parse(history.stdout) as { operations: { command: string; status: string }[] }).operations
        .slice(0, 2)
        .map(({ command, status }) => `${command} ${status}`),
    };
  }

  test('a clock that is two days off either way changes neither the results nor the record', async () => {
    const right = await outcome({ holder: 0, waiter: 0 });
    expect(right).toMatchObject({ history: ['stop complete', 'start complete'] });
    for (const days of [twoDays, -twoDays]) {
      for (const seconds of [
        { holder: days, waiter: 0 },
        { holder: 0, waiter: days },
      ]) {
        await it.lab.run(['stop'], it);
        expect(await outcome(seconds), JSON.stringify(seconds)).toEqual(right);
      }
    }
  });
});

/** The clocks were moved indeed: what each command wrote down at its end says so. */
function expectMoved({ events }: StateDocument, seconds: { readonly holder: number; readonly waiter: number }): void {
  const offOf = (text: string): number => {
    const at = events.findLast((event) => event.text === text)?.at ?? '';
    return Math.round((Date.parse(at) - Date.now()) / 1000);
  };
  expect(Math.abs(offOf('guest ready') - seconds.holder)).toBeLessThan(60);
  expect(Math.abs(offOf('VM stopped') - seconds.waiter)).toBeLessThan(60);
}

/** What a command answered, without what differs from run to run. */
function resultOf({ exit, stdout, stderr }: Finished): object {
  // What takes longer than a second is said, and how long something takes depends on what else the host does.
  const said = withoutIds(stderr)
    .split('\n')
    .filter((line) => !line.includes('waiting for'));
  return { exit, said, answer: JSON.parse(withoutIds(stdout)) as unknown };
}

function recordOf({ nodes, deployment, retained, events }: StateDocument): object {
  const last = events.slice(-6).map(({ kind, node, text }) => ({ kind, node, text }));
  return JSON.parse(withoutIds(JSON.stringify({ nodes, deployment, retained, last }))) as object;
}

function withoutIds(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21,22}/gu, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'TIME')
    .replaceAll(/pid \d+/gu, 'pid N')
    .replaceAll(/"(pid|startTime|argvSha256)":("?)\w+\2/gu, '"$1":0');
}
