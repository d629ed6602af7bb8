import { expect, it } from 'vitest';
import { describeFailure } from '../../src/core/failure-text.ts';
import { failure } from '../../src/core/failure.ts';

it.each([
  ['start', [['up']]],
  ['ssh', [['up']]],
  ['exec', [['up']]],
  ['restart', [['up']]],
  ['logs', [['up']]],
  ['stop', [['status']]],
])('without a deployment, %s advises %j', (command, next) => {
  expect(describeFailure(failure('no_deployment', { command })).next).toEqual(next);
});
