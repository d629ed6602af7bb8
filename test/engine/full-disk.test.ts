import { expect, it } from 'vitest';
import { failure, type Failure } from '../../src/core/failure.ts';
import { fail, ok } from '../../src/core/result.ts';
import { converge } from '../../src/engine/converge.ts';
import { stop } from '../../src/engine/start-stop.ts';
import { orDiskFull } from '../../src/engine/steps/or-disk-full.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import type { WhenFull } from '../../src/ports/state-store.ts';
import { bringUp, lab, type Lab, oneNode, stateRequest, upRequest } from './lab.ts';

const full = failure('disk_full', { path: '/home/u/.paddock/state', mountPoint: '/home' });
const qemuImg = failure('command_failed', {
  command: { name: 'qemu-img', argv: [], exitStatus: 1, signal: null, timedOut: false, stderr: 'No space left' },
});

function withFree(freeBytes: number): Pick<EnginePorts, 'resources'> & EnginePorts {
  const { ports } = lab();
  const diskSpace = () => Promise.resolve(ok({ freeBytes, mountPoint: '/mnt' }));
  return { ...ports, resources: { ...ports.resources, diskSpace } };
}

it.each<[number, Failure]>([
  [4096, failure('disk_full', { path: '/mnt/x.qcow2', mountPoint: '/mnt' })],
  [2 ** 30, qemuImg],
])('with %i bytes free, an image that could not be made says why', async (freeBytes, expected) => {
  const told = await orDiskFull({ ports: withFree(freeBytes) }, '/mnt/x.qcow2', fail(qemuImg));
  expect(told).toEqual(fail(expected));
});

it('says nothing about space where an image was made', async () => {
  expect(await orDiskFull({ ports: withFree(0) }, '/mnt/x.qcow2', ok(1))).toEqual(ok(1));
});

/** How the commits of a command were asked for. */
async function roomOf(
  it: Lab,
  run: (ports: EnginePorts) => Promise<unknown>,
): Promise<readonly (WhenFull | undefined)[]> {
  const asked: (WhenFull | undefined)[] = [];
  const { store } = it;
  const watched = new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...words: unknown[]): unknown => {
        if (name === 'commit') asked.push((words[2] as { whenFull?: WhenFull } | undefined)?.whenFull);
        return Reflect.apply(member, target, words);
      };
    },
  });
  await run({ ...it.ports, store: watched });
  return [...new Set(asked)];
}

it('a stop may give up old versions of the record for its commits, an up may not', async () => {
  const it = lab();
  expect(await roomOf(it, (ports) => converge(ports, upRequest(oneNode)))).toEqual(['fail']);
  expect(await roomOf(it, (ports) => stop(ports, stateRequest()))).toEqual(['give_up_oldest']);
});

it.each([1, 2])('up whose commit %i has no room leaves nothing, and lets the deployment go', async (commit) => {
  const it = lab();
  await bringUp(it, oneNode);
  await stop(it.ports, stateRequest());
  let commits = 0;
  it.store.beforeCommit = () => {
    commits += 1;
    if (commits === commit) it.store.failNext(full);
  };
  const effects = it.host.effects.length;
  const ended = await converge(it.ports, upRequest(oneNode));
  expect(ended).toMatchObject({ ok: false, failures: [{ ...full, left: 'nothing' }] });
  expect(it.host.effects).toHaveLength(effects);
  expect(it.store.history.at(-1)?.fence.owner).toBeNull();
});
