import { hash, randomUUID } from 'node:crypto';
import type { Uuid } from '../core/names.ts';
import type { Identifiers } from '../ports/identifiers.ts';

/** The Identifiers port over node:crypto. */
export function createIdentifiers(): Identifiers {
  return {
    uuid: () => randomUUID() as Uuid & string,
    // Node draws these in advance; other random bytes cost a call of the system for each commit.
    token: () => randomUUID().replaceAll('-', ''),
    sha256: (content) => hash('sha256', content, 'hex'),
  };
}
