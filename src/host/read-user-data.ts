import { createHash } from 'node:crypto';
import { isAbsolute, resolve } from 'node:path';
import { failure } from '../core/failure.ts';
import { type Result, all, fail, ok } from '../core/result.ts';
import { checkUserData } from '../core/seed/check-user-data.ts';
import type { UserData } from '../core/seed/user-data.ts';
import type { UserDataFile } from '../ports/manifest-files.ts';
import { type BoundedRead, readBounded } from './read-bounded.ts';

/** Cloud-init data sources of a seed volume; far above what anybody writes. */
const userDataBytesLimit = 1024 * 1024;

/** Each file with its digest, keyed by the path as written; see ManifestFiles.readUserData. */
export async function readUserData(
  files: readonly UserDataFile[],
  folder: string | null,
): Promise<Result<ReadonlyMap<string, UserData>>> {
  const digests: Result<readonly [string, UserData]>[] = [];
  for (const file of files) digests.push(await readOne(file, folder));
  const pairs = all(digests);
  return pairs.ok ? ok(new Map(pairs.value)) : pairs;
}

async function readOne(file: UserDataFile, folder: string | null): Promise<Result<readonly [string, UserData]>> {
  if (folder === null && !isAbsolute(file.path)) return fail(failure('working_directory_gone', { wanted: file.path }));
  const read = await readBounded(resolve(folder ?? '/', file.path), userDataBytesLimit);
  if (read.kind !== 'read') return fail(failure('user_data_unreadable', { ...file, problem: problemOf(read) }));
  const { bytes } = read;
  const problem = checkUserData(bytes);
  if (problem !== null) return fail(failure('user_data_refused', { ...file, problem }));
  return ok([file.path, { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }]);
}

function problemOf(read: Exclude<BoundedRead, { readonly kind: 'read' }>): string {
  switch (read.kind) {
    case 'too_large':
      return `larger than ${String(userDataBytesLimit)} bytes`;
    case 'not_regular':
      return `is a ${read.what}, user data must be a regular file`;
    case 'unreadable':
      return read.code === 'ENOENT' ? 'there is no such file next to the manifest' : `cannot be read (${read.code})`;
  }
}
