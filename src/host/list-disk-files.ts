import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail, ok, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';

/** The data disks in this folder, relative to the home and sorted. Drafts and whatever else is there are none. */
export async function listDiskFiles(disks: string): Promise<Result<readonly string[]>> {
  try {
    const names = (await readdir(disks)).filter((name) => /^[0-9a-f-]{36}\.qcow2$/u.test(name)).sort();
    return ok(names.map((name) => `${basename(disks)}/${name}`));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok([]);
    return fail(fileFailure(error, { path: disks, doing: 'list it' }));
  }
}
