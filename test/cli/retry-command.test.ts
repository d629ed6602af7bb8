import { expect, test } from 'vitest';
import { retryCommand } from '../../src/cli/retry-command.ts';
import type { Failure } from '../../src/core/failure.ts';
import type { NodeName } from '../../src/core/names.ts';
import type { NodeReport, OperationReport } from '../../src/core/report/operation-report.ts';

const silent: Failure = { reason: 'guest_not_ready', node: 'c', waitedMs: 1, last: 'refused' };

function node(name: string, state: NodeReport['state']): NodeReport {
  const rest = { outcome: null, ready: false, address: '', ssh: null, accelerator: null, warnings: [], repairs: [] };
  return { name: name as NodeName, action: 'none', state, ...rest };
}

function report(status: OperationReport['status'], states: readonly NodeReport['state'][]): OperationReport {
  const nodes = states.map((state, index) => node(['a', 'b', 'c'][index] ?? '', state));
  return { operationId: null, status, nodes, steps: [], failures: [], retained: [] };
}

const typed = (names: readonly string[], options = {}) => ({ arguments: names, options });

test('a finished command is not to be tried again', () => {
  expect(retryCommand('up', report('complete', ['running']), typed([]))).toBeNull();
});

test('what is tried again is what failed or was not reached, and nothing else', () => {
  const partial = report('partial', ['running', 'error', 'pending']);
  expect(retryCommand('up', partial, typed([]))).toEqual(['up', 'b', 'c']);
  const unready = {
    ...report('partial', ['running', 'running', 'running']),
    failures: [{ node: 'c' as NodeName, stage: 'set_up_guest', failure: silent }],
  };
  expect(retryCommand('up', unready, typed([]))).toEqual(['up', 'c']);
});

test('where everything failed the scope is what was typed', () => {
  expect(retryCommand('up', report('error', ['error', 'error']), typed([]))).toEqual(['up']);
  expect(retryCommand('up', report('error', ['error', 'error']), typed(['a', 'b']))).toEqual(['up', 'a', 'b']);
  expect(retryCommand('purge', report('error', []), typed([]))).toEqual(['purge']);
  expect(retryCommand('resize', report('error', ['error']), typed([], { all: true }))).toEqual(['resize', '--all']);
  const partial = report('partial', ['running', 'error']);
  expect(retryCommand('resize', partial, typed([], { all: true }))).toEqual(['resize', 'b']);
});

test('options that say what is done are repeated, those for one run only are not', () => {
  const partial = report('partial', ['stopped', 'error']);
  expect(retryCommand('stop', partial, typed([], { force: true }))).toEqual(['stop', '--force', 'b']);
  expect(retryCommand('up', partial, typed([], { wait: false, expectPlan: 'x' }))).toEqual(['up', '--no-wait', 'b']);
  expect(retryCommand('destroy', partial, typed([], { yes: true }))).toEqual(['destroy', 'b']);
});

test('what is for the whole deployment takes no names', () => {
  const partial = report('partial', ['destroyed', 'error']);
  expect(retryCommand('destroy', partial, typed([], { deletePersistent: true }))).toEqual([
    'destroy',
    '--delete-persistent',
  ]);
  expect(retryCommand('purge', partial, typed([]))).toEqual(['purge']);
});
