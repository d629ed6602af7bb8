import { createHash } from 'node:crypto';
import type { Uuid } from '../../src/core/names.ts';
import type { Identifiers } from '../../src/ports/identifiers.ts';

/** Counts instead of drawing lots, so that tests can name what they expect. `seed` keeps several of them apart. */
export function createFakeIdentifiers(seed = 0): Identifiers {
  let count = 0;
  const next = (digits: number): string => (seed * 0x10000 + ++count).toString(16).padStart(digits, '0');
  return {
    uuid: () => `00000000-0000-4000-8000-${next(12)}` as Uuid & string,
    token: () => next(32),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  };
}
