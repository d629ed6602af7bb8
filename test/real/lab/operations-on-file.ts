import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../../../src/core/state/operation.ts';

/** Every closed operation of a home; what else stands beside their folders is none. */
export function operationsOnFile(home: string): readonly Operation[] {
  const folder = join(home, 'operations');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => JSON.parse(readFileSync(join(folder, name, 'operation.json'), 'utf8')) as Operation);
}
