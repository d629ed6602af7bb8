import { expect, test } from 'vitest';
import type { NodeName } from '../../src/core/names.ts';
import { fail } from '../../src/core/result.ts';
import { capture } from '../../src/engine/capture.ts';
import { uuidOf } from '../core/plan/model-lab.ts';
import { twoNodes } from '../engine/lab.ts';
import { modelCli } from './model-cli.ts';

async function running() {
  const cli = modelCli();
  cli.manifests.set('paddock.yml', twoNodes);
  expect((await cli.run('up')).exit).toBe(0);
  return cli;
}

test('exec has one document, with the end of what was written', async () => {
  const cli = await running();
  expect(await cli.run('exec meta -- uname -a')).toEqual({
    exit: 0,
    answer: { node: 'meta', argv: ['uname', '-a'], exitStatus: 0, stdout: 'uname -a\n', stderr: '', truncated: false },
    stderr: '',
  });
});

test.each([3, 255])('exec passes the exit status %i on, and says it', async (exitStatus) => {
  const cli = await running();
  expect(await cli.run(`exec meta -- exit ${String(exitStatus)}`)).toMatchObject({
    exit: exitStatus,
    answer: { exitStatus },
  });
});

test('exec of a guest that is not reached is a failure, and not a status of its own', async () => {
  const { ports } = await running();
  const lost = fail({ reason: 'guest_not_ready', node: 'meta', waitedMs: 0, last: 'connection refused' } as const);
  const guest = { ...ports.guest, check: () => Promise.resolve(lost) };
  const target = { name: 'meta' as NodeName, uuid: uuidOf('meta'), user: 'dba', port: 1 };
  const run = (status: string) =>
    capture({ guest }, target, { argv: ['exit', status], signal: new AbortController().signal });
  expect(await run('255')).toEqual(lost);
  expect(await run('254')).toMatchObject({ ok: true, value: { exitStatus: 254 } });
});

test.each([
  ['ssh meta', 255],
  ['ssh meta -- true', 255],
  ['console meta', 2],
])('%s has no document: refused, with one that says so', async (line, exit) => {
  const cli = await running();
  const ended = await cli.run(line);
  expect([ended.exit, ended.answer.reason]).toEqual([exit, 'usage_error']);
  expect(ended.answer.message).toContain('hands over the terminal');
  const [command = ''] = line.split(' ');
  const unknown = await cli.run(`${command} nobody`);
  expect(unknown.answer.reason).toBe('unknown_node');
});
