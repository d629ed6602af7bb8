import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Uuid } from '../core/names.ts';
import type { Identifiers } from '../ports/identifiers.ts';

/** The Identifiers port over node:crypto. */
export function createIdentifiers(): Identifiers {
  return {
    uuid: () => randomUUID() as Uuid & string,
    token: () => randomBytes(16).toString('hex'),
    sha256: (text) => hash('sha256', text, 'hex'),
  };
}
