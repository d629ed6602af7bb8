import type { Uuid } from '../core/names.ts';
import { ok, type Result } from '../core/result.ts';
import { folderNames } from './folder-names.ts';

/** Names of the control keys in this folder that are whole, sorted. */
export async function listControlKeys(keys: string): Promise<Result<readonly Uuid[]>> {
  const listed = await folderNames(keys);
  if (!listed.ok) return listed;
  const names = new Set(listed.value);
  const found = [...names].flatMap((name) => /^control-([0-9a-f-]{36})$/u.exec(name)?.[1] ?? []);
  return ok(found.filter((uuid) => names.has(`control-${uuid}.pub`)) as Uuid[]);
}
