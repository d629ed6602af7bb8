import { expect, it } from 'vitest';
import { describeFailure } from '../../src/core/failure-text.ts';
import { type Failure, failure } from '../../src/core/failure.ts';
import { fail, ok } from '../../src/core/result.ts';
import { untouched } from '../../src/core/untouched.ts';

const full = failure('disk_full', { path: '/h/state', mountPoint: '/h' });

function left(given: Failure): string | undefined {
  const result = untouched(fail(given));
  return result.ok ? undefined : result.failures.map((each) => describeFailure(each).left).join();
}

it('says of what failed before any change that nothing is left', () => {
  expect(describeFailure(full).left).toBe('known');
  expect(left(full)).toBe('nothing');
  expect(left(failure('unknown_file', { folder: '/h', names: ['x'], stays: 'folder' }))).toBe('nothing');
  expect(untouched(ok(1))).toEqual(ok(1));
});

it('does not say so of a VM that cannot be told, or of a document that was published', () => {
  expect(left(failure('internal_error', { problem: 'x' }))).toBe('unknown');
  expect(left(failure('state_not_durable', { folder: '/h/state', problem: 'EIO' }))).toBe('known');
});
