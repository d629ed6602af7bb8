import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '../core/failure.ts';
import { cachePaths } from '../core/image/cache-paths.ts';
import { readImageRecord, type ImageRecord } from '../core/image/image-record.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { readPrivate } from './read-private.ts';

const recordBytes = 64 * 1024;

export interface ImageRecords {
  readonly records: readonly ImageRecord[];
  /** Files under a record's name that do not read as one. */
  readonly damaged: readonly string[];
}

/** Every record of the cache, by alias; a cache that is not there yet has none. Read-only. */
export async function readImageRecords(cacheFolder: string): Promise<Result<ImageRecords>> {
  const folder = join(cacheFolder, cachePaths.images);
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok({ records: [], damaged: [] });
    return fail(fileFailure(error, { path: folder, doing: 'read it' }));
  }
  const files = names.filter((name) => /^local-.*\.json$/.test(name)).toSorted();
  const read = await Promise.all(files.map((name) => readRecordFile(join(folder, name))));
  const problems = read.flatMap((each) => (each.ok ? [] : each.failures));
  const others = problems.filter((each) => each.reason !== 'image_record_damaged');
  if (others.length > 0) return fail(...others);
  return ok({
    records: read.flatMap((each) => (each.ok && each.value !== null ? [each.value] : [])),
    damaged: problems.flatMap((each) => (each.reason === 'image_record_damaged' ? [each.file] : [])),
  });
}

/** One record, or null when there is no such file. */
export async function readRecordFile(file: string): Promise<Result<ImageRecord | null>> {
  const text = await readPrivate(file, { maxBytes: recordBytes });
  if (!text.ok) return text;
  if (text.value === null) return ok(null);
  const record = readImageRecord(text.value);
  return record === null ? fail(failure('image_record_damaged', { file })) : ok(record);
}
