import { expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { fail } from '../../src/core/result.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { converge } from '../../src/engine/converge.ts';
import { bringUp, lab, type Lab, oneNode, reasonsOf, stateRequest, upRequest, valueOf } from './lab.ts';

function withoutSsh(it: Lab): Lab['ports'] {
  const tools = () => fail(failure('tool_missing', { tool: 'ssh', packages: 'openssh-client' }));
  const check = () => Promise.resolve(tools());
  return { ...it.ports, guest: { ...it.ports.guest, tools, check } };
}

test('a host without ssh begins no node', async () => {
  const it = lab();
  expect(reasonsOf(await converge(withoutSsh(it), upRequest(oneNode)))).toEqual(['tool_missing']);
  expect(it.host.effects).toEqual([]);
  expect(it.store.history).toEqual([]);
});

test('nor does it start one, or open an operation for a guest that only has to be reached', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const versions = it.store.history.length;
  expect(reasonsOf(await converge(withoutSsh(it), upRequest(oneNode)))).toEqual(['tool_missing']);
  expect(it.store.history).toHaveLength(versions);
  valueOf(await stop(it.ports, stateRequest()));
  it.host.effects.length = 0;
  expect(reasonsOf(await start(withoutSsh(it), stateRequest()))).toEqual(['tool_missing']);
  expect(it.host.effects).toEqual([]);
});
