import { expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { fail } from '../../src/core/result.ts';
import { status } from '../../src/engine/status.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { converge } from '../../src/engine/converge.ts';
import { destroy } from '../../src/engine/destroy.ts';
import { bringUp, lab, type Lab, stateRequest, twoNodes, upRequest, valueOf } from './lab.ts';

async function stopped(): Promise<Lab> {
  const it = lab();
  await bringUp(it, twoNodes);
  valueOf(await stop(it.ports, stateRequest()));
  it.host.effects.length = 0;
  return it;
}

/** A cache in which the bytes of every image are not what they were. */
function withDamagedImages(it: Lab): Lab['ports'] {
  const verify: Lab['ports']['images']['verify'] = ({ alias, file }) =>
    Promise.resolve(fail(failure('image_damaged', { alias, file, problem: 'is gone', recipe: 'mini' })));
  return { ...it.ports, images: { ...it.ports.images, verify } };
}

test.each(['start', 'up'] as const)(
  '%s refuses nodes whose base image is damaged, before anything starts',
  async (command) => {
    const it = await stopped();
    const ports = withDamagedImages(it);
    const refused = await (command === 'start' ? start(ports, stateRequest()) : converge(ports, upRequest(twoNodes)));
    const problem = 'lies on /home/u/.cache/paddock/images/local-mini.qcow2, which is gone';
    expect(refused).toMatchObject({
      failures: ['meta', 'node-1'].map((node) => ({ reason: 'image_chain_broken', node, problem })),
    });
    expect(it.host.effects).toEqual([]);
  },
);

test.each([
  ['/root.qcow2', 'recreate'],
  ['/seed.img', null],
  ['/disks/', 'destroy'],
])('a missing %s is named before anything starts', async (name, helps) => {
  const it = await stopped();
  const file = [...it.host.files.keys()].find((each) => each.includes(name) && !each.includes('/node-1-')) ?? '';
  expect(it.host.files.delete(file)).toBe(true);
  const expected = { failures: [{ reason: 'node_file_missing', node: 'meta', file, helps }] };
  expect(await start(it.ports, stateRequest())).toMatchObject(expected);
  expect(await converge(it.ports, upRequest(twoNodes))).toMatchObject(expected);
  expect(it.host.effects).toEqual([]);
});

test('where a persistent disk is gone too, recreate would want it there', async () => {
  const it = await stopped();
  for (const name of [...it.host.files.keys()]) {
    if (name.includes('/disks/') || name.includes('/meta-')) it.host.files.delete(name);
  }
  const refused = await start(it.ports, stateRequest({ scope: ['meta'] }));
  const helps = (refused.ok ? [] : refused.failures).map((each) => each.reason === 'node_file_missing' && each.helps);
  expect(new Set(helps)).toEqual(new Set(['destroy']));
  const { warnings = [] } = valueOf(await status(it.ports, { scope: ['meta'] })).nodes[0] ?? {};
  expect(warnings.length).toBeGreaterThan(1);
  for (const words of warnings) expect(words).toContain('paddock destroy meta');
});

test.each([
  ['/root.qcow2', 'its root disk', 'recreate'],
  ['/disks/', 'its disk /data', 'destroy'],
] as const)('status tells that %s is gone, and what it names brings the node back', async (part, what, helps) => {
  const it = await stopped();
  const warnings = async () => valueOf(await status(it.ports, { scope: ['meta'] })).nodes[0]?.warnings;
  expect(await warnings()).toEqual([]);
  const file = [...it.host.files.keys()].find((each) => each.includes(part)) ?? '';
  expect(it.host.files.delete(file)).toBe(true);
  expect(await warnings()).toEqual([expect.stringContaining(`${what} is missing (${file}`)]);
  expect((await warnings())?.[0]).toContain(`paddock ${helps} meta`);
  const request = upRequest(twoNodes, { scope: ['meta'] });
  if (helps === 'recreate') valueOf(await converge(it.ports, { ...request, command: 'recreate' }));
  else {
    valueOf(await destroy(it.ports, stateRequest({ scope: ['meta'] })));
    valueOf(await converge(it.ports, request));
  }
  expect(await warnings()).toEqual([]);
});
