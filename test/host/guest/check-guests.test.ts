import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { NodeName, Uuid } from '../../../src/core/names.ts';
import { ok } from '../../../src/core/result.ts';
import { createChecks } from '../../../src/host/check-guests.ts';
import { createClock } from '../../../src/host/clock.ts';
import type { GuestTarget } from '../../../src/ports/guest.ts';
import type { ProgramRequest, TogetherEnd, TogetherRequest } from '../../../src/ports/programs.ts';

const uuids = ['1', '2', '3'].map((digit) => `0b9c1c7e-1111-4222-8333-44445555666${digit}` as Uuid);
const targets = uuids.map((uuid, index): GuestTarget => {
  return { name: `n${String(index)}` as NodeName, uuid, user: 'dba', port: 2200 + index };
});

/** ssh that ends so for each guest together, and for one alone shows its id. */
function checksWith(...ends: readonly TogetherEnd[]) {
  const together: TogetherRequest[] = [];
  const alone: ProgramRequest[] = [];
  const programs = {
    run: (request: ProgramRequest) => {
      alone.push(request);
      const target = targets.find(({ port }) => request.arguments.includes(String(port)));
      return Promise.resolve(ok({ exitStatus: 0, stdout: `${target?.uuid ?? ''}\n1\n`, stderr: '' }));
    },
    runTogether: (request: TogetherRequest) => {
      together.push(request);
      return Promise.resolve(ends);
    },
  };
  const world = { programs, clock: createClock(), keysFolder: '/keys', scriptsFolder: '/' };
  return { check: createChecks(world as never), together, alone };
}

const shows = (uuid: Uuid | undefined) => ({ exitStatus: 0, stdout: `${uuid ?? ''}\n1\n`, stderr: '' });
const isGuest = (uuid: Uuid | undefined) => ({ ok: true, value: { instanceId: uuid } });

it('looks together at the guests that are asked about together, and judges each by itself', async () => {
  const { check, together, alone } = checksWith(shows(uuids[0]), 'timeout', shows(uuids[0]));
  const looked = await Promise.all(targets.map((target) => check(target)));
  expect(looked).toMatchObject([
    isGuest(uuids[0]),
    { ok: false, failures: [{ reason: 'guest_not_ready', node: 'n1', last: 'ssh did not finish in time' }] },
    { ok: false, failures: [{ reason: 'guest_identity', node: 'n2' }] },
  ]);
  expect([together.length, together[0]?.programs.length, alone.length]).toEqual([1, 3, 0]);
});

it('looks at one alone, and at those of another turn or another caller by themselves', async () => {
  const { check, together, alone } = checksWith(shows(uuids[0]), shows(uuids[1]));
  const first = check(targets[0] as GuestTarget);
  await nextTurn();
  const signal = new AbortController().signal;
  const others = [check(targets[1] as GuestTarget), check(targets[2] as GuestTarget, signal)];
  expect(await Promise.all([first, ...others])).toMatchObject(uuids.map(isGuest));
  expect([together.length, alone.length]).toEqual([0, 3]);
});

it.each(['unknown', { exitStatus: 127, stdout: '', stderr: 'ssh: not found' }] as const)(
  'asks again alone when together nothing was learnt (%j)',
  async (end) => {
    const { check, together, alone } = checksWith(shows(uuids[0]), end, shows(uuids[2]));
    expect(await Promise.all(targets.map((target) => check(target)))).toMatchObject(uuids.map(isGuest));
    expect([together.length, alone.length]).toEqual([1, 1]);
  },
);

it('is interrupted together', async () => {
  const { check } = checksWith('aborted', 'aborted');
  const looked = await Promise.all(targets.slice(0, 2).map((target) => check(target)));
  expect(looked.map((each) => !each.ok && each.failures[0]?.reason)).toEqual(['interrupted', 'interrupted']);
});
