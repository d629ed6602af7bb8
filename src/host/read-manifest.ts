import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { type Failure, failure } from '../core/failure.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { ManifestText } from '../ports/manifest-files.ts';
import { decodeManifest } from './decode-manifest.ts';
import { manifestNames } from './manifest-names.ts';
import { type BoundedRead, collectBounded, readBounded } from './read-bounded.ts';

/** A 200-node inventory is some 40 KiB. */
export const manifestBytesLimit = 4 * 1024 * 1024;

/** Finds and reads the manifest; see ManifestFiles.read. */
export async function readManifest(
  wanted: { readonly file: string | null; readonly cwd: string | null },
  stdin: Readable,
): Promise<Result<ManifestText>> {
  const { file, cwd } = wanted;
  if (file === '-') {
    const place = { file: '<stdin>', path: null, folder: cwd };
    return asText(await collectBounded(stdin, manifestBytesLimit), place);
  }
  if (file !== null && isAbsolute(file)) return readAt(file, file);
  if (cwd === null) return fail(failure('working_directory_gone', { wanted: file ?? manifestNames[0] }));
  if (file !== null) return readAt(file, resolve(cwd, file));
  const found = await firstThere(cwd);
  return found === null
    ? fail(failure('manifest_not_found', { looked: manifestNames, named: false }))
    : readAt(found, join(cwd, found));
}

async function readAt(file: string, path: string): Promise<Result<ManifestText>> {
  return asText(await readBounded(path, manifestBytesLimit), { file, path, folder: dirname(path) });
}

/** A name that exists is the one, whatever it is: the next one down would be a surprise. */
async function firstThere(cwd: string): Promise<string | null> {
  for (const name of manifestNames) {
    const isThere = await lstat(join(cwd, name)).then(
      () => true,
      () => false,
    );
    if (isThere) return name;
  }
  return null;
}

function asText(read: BoundedRead, place: Pick<ManifestText, 'file' | 'path' | 'folder'>): Result<ManifestText> {
  if (read.kind !== 'read') return fail(readFailure(read, place.file));
  const text = decodeManifest(read.bytes, place.file);
  if (!text.ok) return text;
  return ok({ ...place, text: text.value, sha256: createHash('sha256').update(read.bytes).digest('hex') });
}

function readFailure(read: Exclude<BoundedRead, { readonly kind: 'read' }>, path: string): Failure {
  switch (read.kind) {
    case 'too_large':
      return failure('manifest_too_large', { path, bytes: read.bytes, limit: manifestBytesLimit });
    case 'not_regular':
      return failure('manifest_not_regular', { path, kind: read.what });
    case 'unreadable':
      if (read.code === 'ENOENT' || read.code === 'ENOTDIR') {
        return failure('manifest_not_found', { looked: [path], named: true });
      }
      return failure('manifest_unreadable', { path, code: read.code });
  }
}
