import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '../core/failure.ts';
import { cachePaths } from '../core/image/cache-paths.ts';
import { readImageRecord, type ImageRecord } from '../core/image/image-record.ts';
import { all, fail, ok, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { readPrivate } from './read-private.ts';

const recordBytes = 64 * 1024;

/** Every record of the cache, by alias; a cache that is not there yet has none. Read-only. */
export async function readImageRecords(cacheFolder: string): Promise<Result<readonly ImageRecord[]>> {
  const folder = join(cacheFolder, cachePaths.images);
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok([]);
    return fail(fileFailure(error, { path: folder, doing: 'read it' }));
  }
  const records = names.filter((name) => /^local-.*\.json$/.test(name)).toSorted();
  const read = all(await Promise.all(records.map((name) => readRecordFile(join(folder, name)))));
  return read.ok ? ok(read.value.filter((record) => record !== null)) : read;
}

/** One record, or null when there is no such file. */
export async function readRecordFile(file: string): Promise<Result<ImageRecord | null>> {
  const text = await readPrivate(file, { maxBytes: recordBytes });
  if (!text.ok) return text;
  if (text.value === null) return ok(null);
  const record = readImageRecord(text.value);
  return record === null ? fail(failure('image_record_damaged', { file })) : ok(record);
}
