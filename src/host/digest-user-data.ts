import { createHash } from 'node:crypto';
import { isAbsolute, resolve } from 'node:path';
import { failure } from '../core/failure.ts';
import { type Result, all, fail, ok } from '../core/result.ts';
import type { UserDataFile } from '../ports/manifest-files.ts';
import { type BoundedRead, readBounded } from './read-bounded.ts';

/** Cloud-init data sources of a seed volume; far above what anybody writes. */
const userDataBytesLimit = 1024 * 1024;

/** SHA-256 of each file, keyed by the path as written; see ManifestFiles.digestUserData. */
export async function digestUserData(
  files: readonly UserDataFile[],
  folder: string | null,
): Promise<Result<ReadonlyMap<string, string>>> {
  const digests: Result<readonly [string, string]>[] = [];
  for (const file of files) digests.push(await digestOne(file, folder));
  const pairs = all(digests);
  return pairs.ok ? ok(new Map(pairs.value)) : pairs;
}

async function digestOne(file: UserDataFile, folder: string | null): Promise<Result<readonly [string, string]>> {
  if (folder === null && !isAbsolute(file.path)) return fail(failure('working_directory_gone', { wanted: file.path }));
  const read = await readBounded(resolve(folder ?? '/', file.path), userDataBytesLimit);
  if (read.kind === 'read') return ok([file.path, createHash('sha256').update(read.bytes).digest('hex')]);
  return fail(failure('user_data_unreadable', { ...file, problem: problemOf(read) }));
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
