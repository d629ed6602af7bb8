import { basename } from 'node:path';
import { ok, type Result } from '../core/result.ts';
import { folderNames } from './folder-names.ts';

/** The data disks in this folder, relative to the home and sorted. Drafts and whatever else is there are none. */
export async function listDiskFiles(disks: string): Promise<Result<readonly string[]>> {
  const names = await folderNames(disks);
  if (!names.ok) return names;
  const files = names.value.filter((name) => /^[0-9a-f-]{36}\.qcow2$/u.test(name));
  return ok(files.map((name) => `${basename(disks)}/${name}`));
}
