import { readdir } from 'node:fs/promises';
import type { Uuid } from '../core/names.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';

/** Names of the control keys in this folder that are whole, sorted. */
export async function listControlKeys(keys: string): Promise<Result<readonly Uuid[]>> {
  try {
    const names = new Set(await readdir(keys));
    const found = [...names].flatMap((name) => /^control-([0-9a-f-]{36})$/u.exec(name)?.[1] ?? []);
    return ok(found.filter((uuid) => names.has(`control-${uuid}.pub`)).sort() as Uuid[]);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok([]);
    return fail(fileFailure(error, { path: keys, doing: 'list it' }));
  }
}
