import { expect, test } from 'vitest';
import { history, historyOf } from '../../src/engine/history.ts';
import { stop } from '../../src/engine/start-stop.ts';
import { converge } from '../../src/engine/converge.ts';
import { operationHistoryText, historyText } from '../../src/ui/history-text.ts';
import { bringUp, lab, oneNode, reasonsOf, stateRequest, twoNodes, upRequest, valueOf } from './lab.ts';

const carried = { file: null, home: null };

test('history lists what is on file, newest first, and the operation that is open', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  valueOf(await stop(it.ports, stateRequest()));
  const listed = valueOf(await history(it.ports));
  expect(listed.operations.map(({ command, status }) => [command, status])).toEqual([
    ['stop', 'complete'],
    ['up', 'complete'],
  ]);
  expect(historyText(listed)).toContain('meta, node-1');
});

test('no operation on file is told as that: the lab may have been adopted, or its files be damaged', () => {
  const damaged = [{ file: 'operations/x/operation.json', problem: 'is empty' }];
  expect(historyText({ note: null, operations: [], damaged }).split('\n')).toEqual([
    'no operation is on file',
    'warning: operations/x/operation.json: does not read (is empty)',
  ]);
});

test('an operation is found by its beginning, and runs again from its kept inputs', async () => {
  const it = lab();
  const { operationId } = await bringUp(it, oneNode);
  const past = valueOf(await historyOf(it.ports, String(operationId).slice(0, 9)));
  expect(past.again).toEqual(['up', 'meta', '-f', `/inputs/${String(operationId)}/manifest.yml`]);
  const text = operationHistoryText(past, carried);
  expect(text).toContain('create_data_disk (data)');
  expect(text).toContain(`again: paddock up meta -f /inputs/${String(operationId)}/manifest.yml`);
});

test('the failed program and its last words are shown', async () => {
  const it = lab();
  const command = {
    name: 'qemu-img',
    argv: ['create'],
    exitStatus: 1,
    signal: null,
    timedOut: false,
    stderr: 'no room',
  };
  it.host.failing.set(`launch meta`, [{ reason: 'command_failed', command }]);
  const failed = valueOf(await converge(it.ports, upRequest(oneNode)));
  const past = valueOf(await historyOf(it.ports, String(failed.operationId)));
  expect(past.failedCommand).toEqual(command);
  expect(operationHistoryText(past, carried)).toContain('command: qemu-img create (status 1)\n  no room');
});

test('an unknown beginning is refused, and so is one that several have', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  valueOf(await stop(it.ports, stateRequest()));
  expect(reasonsOf(await historyOf(it.ports, 'ffff'))).toEqual(['operation_unknown']);
  expect(reasonsOf(await historyOf(it.ports, ''))).toEqual(['operation_unknown']);
});
