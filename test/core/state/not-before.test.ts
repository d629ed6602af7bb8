import { expect, test } from 'vitest';
import type { Instant } from '../../../src/core/names.ts';
import { notBefore } from '../../../src/core/state/not-before.ts';

const at = (day: number, ms = 0) => new Date(Date.UTC(2026, 0, day, 0, 0, 0, ms)).toISOString() as Instant;

test.each([
  ['a clock that goes as it should', at(5), [at(3), at(4)], at(5)],
  ['a clock that was set back', at(2), [at(3), at(4)], at(4, 1)],
  ['nothing to compare with', at(2), [], at(2)],
])('%s', (_, now, instants, expected) => {
  expect(notBefore(now, instants, 1)).toBe(expected);
});

test('without a distance the same instant will do', () => {
  expect(notBefore(at(1), [at(2)])).toBe(at(2));
});
