import { chmod, link, open, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { failure } from '../core/failure.ts';
import { cachePaths } from '../core/image/cache-paths.ts';
import { imageRecordText, type ImageRecord } from '../core/image/image-record.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { digestFile } from './digest-file.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import type { ImageCache } from './image-cache.ts';
import { readRecordFile } from './read-image-records.ts';
import { replacePrivate } from './replace-private.ts';
import { syncFolder } from './sync-folder.ts';
import { writePrivate } from './write-private.ts';

/** A finished qcow2 file in a folder of its own, and what it is to be called. */
export interface NewImage extends Omit<ImageRecord, 'schema' | 'digest' | 'virtualSizeBytes' | 'addedAt'> {
  readonly incoming: string;
  /** What happens when the name has another image: kept, or given the new one. The old file stays either way. */
  readonly taken: 'refuse' | 'replace';
}

/**
 * Makes a finished image part of the cache: first the file under its digest, durable and read-only, then the record that
 * names it, whole and exclusively. Dying in between leaves a file that nobody names. The same image twice is success.
 */
export async function registerImage(cache: ImageCache, image: NewImage): Promise<Result<ImageRecord>> {
  const facts = await cache.inspect(image.incoming);
  if (!facts.ok) return facts;
  try {
    await sync(image.incoming);
    const digest = await digestFile(image.incoming);
    await placeFile(image.incoming, join(cache.folder, cachePaths.image(digest)), digest);
    const { alias, arch, boot, origin, recipe } = image;
    const virtualSizeBytes = facts.value.virtualSizeBytes;
    const record = {
      schema: 1,
      alias,
      arch,
      digest,
      virtualSizeBytes,
      boot,
      origin,
      addedAt: cache.clock.now(),
      recipe,
    } as const;
    return await placeRecord(cache, record, image.taken);
  } catch (error) {
    return fail(fileFailure(error, { path: join(cache.folder, cachePaths.images), doing: 'register the image' }));
  }
}

/** A file that is there under this digest with these bytes is the same image; a damaged one makes room. */
async function placeFile(incoming: string, file: string, digest: string): Promise<void> {
  await chmod(incoming, 0o444);
  for (;;) {
    try {
      await link(incoming, file);
      await syncFolder(dirname(file));
      return;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      if ((await digestFile(file)) === digest) return;
      await rm(file);
    }
  }
}

async function placeRecord(
  cache: ImageCache,
  record: ImageRecord,
  taken: NewImage['taken'],
): Promise<Result<ImageRecord>> {
  const path = join(cache.folder, cachePaths.record(record.alias, record.arch));
  const text = imageRecordText(record);
  if (taken === 'replace') {
    await replacePrivate(path, text);
    return ok(record);
  }
  const draft = join(dirname(path), `.draft-${randomUUID()}`);
  try {
    await writePrivate(draft, text);
    await link(draft, path);
    await syncFolder(dirname(path));
    return ok(record);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return await comparePlaced(path, record);
  } finally {
    await rm(draft, { force: true });
  }
}

async function comparePlaced(path: string, record: ImageRecord): Promise<Result<ImageRecord>> {
  const placed = await readRecordFile(path);
  if (!placed.ok) return placed;
  const { alias, digest } = record;
  if (placed.value?.digest === digest) return ok(placed.value);
  return fail(failure('image_exists', { alias, digest: placed.value?.digest ?? 'none', other: digest }));
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
